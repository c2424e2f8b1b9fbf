#include "tests/support/mixed_run.hpp"

#include <stdexcept>

#include "ledger/values/invariant.hpp"

namespace payonce::test {
namespace {

using journal::AccountClass;
using journal::Limit;

constexpr std::array<std::string_view, 4> currencies_used{"CNY", "JPY", "KWD", "CLF"};

template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().field + ": " + result.error().why.en);
  return std::move(result).value();
}

Currency currency_of(std::string_view code) { return must(Currency::parse("currency", code)); }

/// Names that other programs could stumble over, each as valid here as any other.
struct Odd {
  std::string_view code;
  AccountClass kind;
};
constexpr std::array odd_accounts{
    Odd{"Alice", AccountClass::liability}, Odd{"alice-", AccountClass::liability}, Odd{"_x", AccountClass::liability},
    Odd{"-x", AccountClass::liability},    Odd{"1200", AccountClass::asset},       Odd{"a--b", AccountClass::income},
    Odd{"X-x-N", AccountClass::expense},   Odd{"0", AccountClass::equity},         Odd{"-", AccountClass::asset},
    Odd{"Z_-C", AccountClass::income},     Odd{"z_-C", AccountClass::income}};

}  // namespace

MixedRun::MixedRun(std::uint64_t seed, int orders)
    : shop_(Shop::Terms{.seed = seed, .alice = 0}), random_(seed), orders_wanted_(orders), due_(cny(0)) {
  for (const std::string_view currency : currencies_used) {
    shop_.open_account(account("buyer", currency), 100'000'000'000, Limit::no_debit, currency);
    shop_.open_account(account("payee", currency), 50'000'000, Limit::no_debit, currency);
    shop_.open_account(account("poor", currency), 0, Limit::no_debit, currency);
  }
  shop_.store().atomically([&](Tx& tx) {
    const std::int64_t now_ns = shop_.world.wall_ns();
    for (const Odd& odd : odd_accounts) {
      (void)journal::open_account(tx, odd.code, odd.kind, currency_of("KWD"), Limit::none, now_ns);
    }
    for (const std::string_view hold : {"hold", "hold-contra"}) {
      (void)journal::open_account(tx, hold, AccountClass::memo, currency_of("CNY"), Limit::none, now_ns);
    }
  });
}

const std::vector<MixedRun::Life>& MixedRun::lives() {
  static const std::vector<Life> all{
      {"from_balance", 30, &MixedRun::from_balance},
      {"from_balance_given_back", 8, &MixedRun::from_balance_given_back},
      {"by_channel", 25, &MixedRun::by_channel},
      {"by_channel_given_back", 6, &MixedRun::by_channel_given_back},
      {"by_channel_given_back_in_parts", 6, &MixedRun::by_channel_given_back_in_parts},
      {"declined_then_from_balance", 5, &MixedRun::declined_then_from_balance},
      {"answer_lost", 5, &MixedRun::answer_lost},
      {"refund_answer_lost", 2, &MixedRun::refund_answer_lost},
      {"refund_declined", 2, &MixedRun::refund_declined},
      {"held", 4, &MixedRun::held},
      {"charged_late", 2, &MixedRun::charged_late},
      {"charged_twice", 2, &MixedRun::charged_twice},
      {"cancelled", 3, &MixedRun::cancelled},
      {"more_than_there_is", 2, &MixedRun::more_than_there_is},
      {"top_up", 3, &MixedRun::top_up},
      {"move_across", 4, &MixedRun::move_across},
      {"correct", 2, &MixedRun::correct},
      {"hold_and_let_go", 2, &MixedRun::hold_and_let_go},
  };
  return all;
}

void MixedRun::live() {
  unsigned all = 0;
  for (const Life& life : lives()) all += life.weight;
  while (orders_ < orders_wanted_) {
    std::uint64_t at = below(all);
    for (const Life& life : lives()) {
      if (at < life.weight) {
        (this->*life.live)();
        lived_[life.name] += 1;
        break;
      }
      at -= life.weight;
    }
    shop_.wait(seconds(static_cast<std::int64_t>(20 + below(400))));
  }
  for (int n = 0; n < 3; ++n) {
    shop_.wait(minutes(5));
    (void)shop_.recover();
  }
}

std::string MixedRun::account(std::string_view role, std::string_view currency) {
  return std::string(role) + "-" + std::string(currency);
}

Money MixedRun::some(std::int64_t most) {
  const std::string_view currency = currencies_used[below(currencies_used.size())];
  return {static_cast<std::int64_t>(1 + below(static_cast<std::uint64_t>(most))), currency_of(currency)};
}

std::string MixedRun::order(std::int64_t most) {
  due_ = some(most);
  const std::string number = "ord_" + std::to_string(++orders_);
  const std::string_view currency = due_.currency().code();
  const Reply reply = shop_.engine().create_order(must(OrderId::parse("order", number)),
                                                  must(AccountId::parse("buyer", account("buyer", currency))),
                                                  must(AccountId::parse("payee", account("payee", currency))), due_);
  invariant(reply.outcome == Outcome::created, "a new order is created");
  return number;
}

void MixedRun::expect(const Request& request, Outcome outcome) {
  const Reply reply = shop_.ask(request);
  if (reply.outcome == outcome) return;
  throw std::runtime_error("order " + std::to_string(orders_) + ": " + std::string(name(outcome)) + " expected, " +
                           reply.answer);
}

void MixedRun::charge(const std::string& number, Outcome outcome) { expect(charging(number, new_key()), outcome); }

void MixedRun::give_back(const std::string& number, std::int64_t minor, Outcome outcome) {
  Request request = refunding(number, minor, new_key());
  request.amount = Money(minor, due_.currency());
  expect(request, outcome);
}

void MixedRun::from_balance() {
  const std::string number = order();
  expect(paying(number, new_key()), Outcome::paid);
  if (below(2) == 0) (void)shop_.ship(number);
}

void MixedRun::from_balance_given_back() {
  from_balance();
  give_back("ord_" + std::to_string(orders_), below(2) == 0 ? due_.minor() : (due_.minor() + 1) / 2);
}

void MixedRun::by_channel() { charge(order(), Outcome::paid); }

void MixedRun::by_channel_given_back() {
  const std::string number = order();
  charge(number, Outcome::paid);
  give_back(number, due_.minor());
}

void MixedRun::by_channel_given_back_in_parts() {
  const std::string number = order();
  charge(number, Outcome::paid);
  for (std::int64_t left = due_.minor(), n = 0; left > 0 && n < 3; ++n) {
    const std::int64_t part = (left + 2) / 3;
    give_back(number, part);
    left -= part;
    shop_.wait(minutes(1));
  }
}

void MixedRun::declined_then_from_balance() {
  const std::string number = order();
  shop_.bank().script(Behaviour::decline);
  charge(number, Outcome::declined);
  shop_.wait(minutes(1));
  expect(paying(number, new_key()), Outcome::paid);
}

void MixedRun::answer_lost() {
  const std::string number = order();
  shop_.bank().script(Behaviour::lose);
  const Request request = charging(number, new_key());
  expect(request, Outcome::outcome_unknown);
  shop_.wait(minutes(1));
  expect(request, Outcome::paid);
}

void MixedRun::refund_answer_lost() {
  const std::string number = order();
  charge(number, Outcome::paid);
  shop_.bank().script(Behaviour::lose);
  give_back(number, due_.minor(), Outcome::outcome_unknown);
  shop_.wait(minutes(1));
  (void)shop_.recover();
}

void MixedRun::refund_declined() {
  const std::string number = order();
  charge(number, Outcome::paid);
  shop_.bank().script(Behaviour::decline);
  Request refused = refunding(number, due_.minor(), new_key());
  refused.amount = due_;
  refused.reference = must(Reference::parse("ref", "whole"));
  expect(refused, Outcome::declined);
  // What the channel refused goes another way: by the bank, or to the buyer's balance.
  Request again = refunding(number, due_.minor(), new_key());
  again.amount.reset();
  again.again = must(Reference::parse("again", "whole"));
  again.by_bank = below(2) == 0;
  if (again.by_bank) again.reference = must(Reference::parse("ref", "transfer-" + number));
  expect(again, Outcome::refunded);
}

void MixedRun::held() {
  const std::string number = order();
  Request hold = charging(number, new_key());
  hold.verb = Verb::authorise;
  expect(hold, Outcome::authorised);
  if (below(3) == 0) {
    (void)shop_.cancel(number);
    return;
  }
  Request part = paying(number, new_key());
  part.verb = Verb::capture;
  if (due_.minor() > 1) {
    part.amount = Money((due_.minor() + 1) / 2, due_.currency());
    part.last = below(2) == 0;
    expect(part, part.last ? Outcome::paid : Outcome::captured);
    if (part.last) return;
    part.amount = Money(due_.minor() - part.amount->minor(), due_.currency());
    part.key = key_of(new_key());
  }
  expect(part, Outcome::paid);
}

void MixedRun::charged_late() {
  const std::string number = order();
  shop_.bank().script(Behaviour::late, seconds(90));
  charge(number, Outcome::outcome_unknown);
  (void)shop_.cancel(number);
  shop_.wait(seconds(61));
  (void)shop_.recover();
  shop_.wait(seconds(60));
  (void)shop_.recover();
}

void MixedRun::charged_twice() {
  const std::string number = order();
  shop_.bank().script(Behaviour::late, seconds(90));
  charge(number, Outcome::outcome_unknown);
  shop_.wait(seconds(31));
  charge(number, Outcome::paid);
  shop_.wait(seconds(90));
  (void)shop_.recover();
}

void MixedRun::cancelled() { (void)shop_.cancel(order()); }

void MixedRun::more_than_there_is() {
  const Money amount = some();
  Request request =
      transferring(account("poor", amount.currency().code()), account("payee", amount.currency().code()), 1, new_key());
  request.amount = amount;
  expect(request, Outcome::declined);
}

void MixedRun::top_up() {
  const Money amount = some(90'000'000);
  const std::string reference = "bank:2026/" + std::to_string(++keys_) + ".a";
  Request request = topping_up(account("buyer", amount.currency().code()), 1, new_key(), reference);
  request.amount = amount;
  expect(request, Outcome::booked);
}

void MixedRun::move_across() {
  const std::size_t from = below(odd_accounts.size());
  const std::size_t to = (from + 1 + below(odd_accounts.size() - 1)) % odd_accounts.size();
  Request request = transferring(odd_accounts[from].code, odd_accounts[to].code, 1, new_key());
  request.amount = Money(static_cast<std::int64_t>(1 + below(50'000)), currency_of("KWD"));
  expect(request, Outcome::booked);
}

void MixedRun::correct() {
  Money amount = some(500);
  Request request = topping_up(account("buyer", amount.currency().code()), 1, new_key());
  request.verb = Verb::adjust;
  request.amount = below(2) == 0 ? amount : Money(-amount.minor(), amount.currency());
  expect(request, Outcome::booked);
}

void MixedRun::hold_and_let_go() {
  Request request = transferring("hold", "hold-contra", 1, new_key());
  request.amount = cny(static_cast<std::int64_t>(1 + below(50'000)));
  expect(request, Outcome::booked);
}

}  // namespace payonce::test
