#include "tests/layers/reconciliation_life.hpp"

#include <sqlite3.h>

#include <functional>
#include <stdexcept>

namespace payonce::test {
namespace {

OrderId order_id(std::string_view text) { return OrderId::parse("order", text).value(); }

void expect(const Reply& reply, Outcome outcome) {
  CHECK_MESSAGE(reply.outcome == outcome, std::string(name(reply.outcome)), " ", reply.answer);
}

/// The bank is silent and moves the money later; meanwhile the ledger finds nothing there and gives the attempt up.
void charge_late(Shop& shop, std::string_view order, std::string_view key) {
  shop.order(order);
  shop.bank().script(Behaviour::late, seconds(20));
  expect(shop.charge(order, key), Outcome::outcome_unknown);
  shop.wait(seconds(4));
}

Money cny(std::int64_t minor) { return {minor, *Currency::parse("currency", "CNY")}; }

void book(Shop& shop, Verb verb, std::string target, std::string_view key, const std::function<void(Request&)>& more) {
  Request request{.verb = verb,
                  .tenant = *Tenant::parse("tenant", "main"),
                  .key = *IdempotencyKey::parse("key", key, 1),
                  .target = std::move(target)};
  more(request);
  expect(shop.ask(request), Outcome::booked);
}

Reference ref(std::string_view text) { return Reference::parse("ref", text).value(); }

/// What is booked beside payments: an own sale that is shipped, a fee taken back, a payout under way, money of nobody, a dispute,
/// and the refused refund of before sent another way.
void books(Shop& shop) {
  shop.open_account("sales", 0, journal::Limit::none, "CNY", journal::AccountClass::income);
  shop.order("sold", 10'000, "alice", "sales");
  expect(shop.charge("sold", "k-sold"), Outcome::paid);
  expect(shop.ship("sold"), Outcome::shipped);
  book(shop, Verb::fee, "bank", "k-fee", [](Request& r) { r.amount = cny(60), r.reference = ref("fee-1"); });
  const std::string number = shop.text("SELECT number FROM voucher WHERE kind = 'fee'");
  book(shop, Verb::reverse, number, "k-reverse", [](Request& r) { r.reason = "taken twice"; });
  book(shop, Verb::payout_announce, "bank", "k-payout",
       [](Request& r) { r.amount = cny(500), r.reference = ref("po-1"); });
  book(shop, Verb::suspense_book, "bank", "k-suspense",
       [](Request& r) { r.amount = cny(77), r.reference = ref("tx-1"), r.how = "in"; });
  shop.order("disputed");
  expect(shop.charge("disputed", "k-disputed"), Outcome::paid);
  book(shop, Verb::dispute_open, "disputed", "k-dispute",
       [](Request& r) { r.amount = cny(10'000), r.reference = ref("dp-1"), r.other_amount = cny(1'500); });
}

}  // namespace

void live(Shop& shop) {
  shop.open_account("carol", 5'000, journal::Limit::no_debit, "JPY");
  shop.order("balance");
  expect(shop.pay("balance", "k-balance"), Outcome::paid);
  shop.order("shipped");
  expect(shop.pay("shipped", "k-shipped"), Outcome::paid);
  expect(shop.ship("shipped"), Outcome::shipped);
  expect(shop.refund("shipped", 3'000, "k-part"), Outcome::refunded);
  shop.order("returned");
  expect(shop.pay("returned", "k-returned"), Outcome::paid);
  expect(shop.refund("returned", 10'000, "k-whole"), Outcome::refunded);
  shop.order("open");
  shop.order("cancelled");
  expect(shop.cancel("cancelled"), Outcome::cancelled);
  expect(shop.transfer("alice", "bob", 700, "k-transfer"), Outcome::booked);

  shop.order("charged");
  expect(shop.charge("charged", "k-charged"), Outcome::paid);
  expect(shop.refund("charged", 4'000, "k-charged-part"), Outcome::refunded);
  shop.bank().script(Behaviour::decline);
  expect(shop.refund("charged", 1'000, "k-charged-declined", "R-declined"), Outcome::declined);
  Request again = refunding("charged", 1'000, "k-charged-again");
  again.again = ref("R-declined");
  expect(shop.ask(again), Outcome::refunded);
  shop.order("declined");
  shop.bank().script(Behaviour::decline);
  expect(shop.charge("declined", "k-declined"), Outcome::declined);

  charge_late(shop, "late", "k-late");
  expect(shop.cancel("late"), Outcome::closing);
  (void)shop.recover();
  CHECK(shop.status("late") == "cancelled");
  shop.wait(seconds(30));
  (void)shop.recover();  // the notice: late money, and its refund

  charge_late(shop, "second", "k-second");
  expect(shop.pay("second", "k-second-2"), Outcome::paid);
  shop.wait(seconds(30));
  (void)shop.engine().take_notices("bank");  // a second payment, its refund only requested yet

  books(shop);

  shop.order("unknown");
  shop.bank().script(Behaviour::late, minutes(60));
  expect(shop.charge("unknown", "k-unknown"), Outcome::outcome_unknown);
  (void)order_id("unknown");
}

reconciliation::Source source_of(Acquirer& bank) {
  return {.channel = "bank",
          .statement = [&bank](const auto& take) { bank.statement(take); },
          .query = [&bank](Movement movement, const std::string& reference) { return bank.query(movement, reference); },
          .notices = [&bank] { return bank.notices(); }};
}

reconciliation::Report report_of(Shop& shop, bool deep) {
  return reconciliation::reconcile(shop.store(), shop.world, {.sources = {source_of(shop.bank())}, .deep = deep});
}

std::vector<std::string> broken(const reconciliation::Report& report) {
  std::vector<std::string> names;
  for (const reconciliation::Law& law : report.laws) {
    if (law.broken != 0 || !law.judged) names.push_back(law.name);
  }
  return names;
}

std::vector<std::string> codes(const reconciliation::Report& report) {
  std::vector<std::string> all;
  for (const auto& channel : report.channels) {
    for (const auto& difference : channel.differences) all.emplace_back(name(difference.code));
  }
  return all;
}

void tamper(Shop& shop, std::string_view sql) {
  shop.close();
  sqlite3* file = nullptr;
  const auto path = (shop.folder() / "shop.db").string();
  if (sqlite3_open(path.c_str(), &file) != SQLITE_OK) throw std::runtime_error("the file cannot be opened");
  const auto run = [&](const std::string& text) {
    if (sqlite3_exec(file, text.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
      const std::string why = sqlite3_errmsg(file);
      sqlite3_close(file);
      throw std::runtime_error(why + ": " + text);
    }
  };
  run("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA writable_schema = ON;"
      "DELETE FROM sqlite_schema WHERE type = 'trigger'; PRAGMA writable_schema = RESET");
  run(std::string(sql));
  sqlite3_close(file);
}

}  // namespace payonce::test
