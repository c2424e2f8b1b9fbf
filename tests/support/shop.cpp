#include "tests/support/shop.hpp"

#include <unistd.h>

#include <map>
#include <stdexcept>
#include <tuple>

#include "ledger/values/invariant.hpp"
#include "schema/checks.hpp"
#include "tests/store/processes.hpp"

namespace payonce::test {
namespace {

template <class T>
T must(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().field + ": " + result.error().why.en);
  return std::move(result).value();
}

Request request(Verb verb, std::string_view target, std::string_view key, std::string_view tenant = "main") {
  return {
      .verb = verb, .tenant = must(Tenant::parse("tenant", tenant)), .key = key_of(key), .target = std::string(target)};
}

std::string member(const Reply& reply, std::string_view name) {
  const std::string opening = "\"" + std::string(name) + "\":\"";
  const auto from = reply.answer.find(opening);
  if (from == std::string::npos) return {};
  const auto begin = from + opening.size();
  return reply.answer.substr(begin, reply.answer.find('"', begin) - begin);
}

constexpr Store::Options throw_away(Duration busy_wait) { return {.busy_wait = busy_wait, .durable = false}; }

}  // namespace

Money cny(std::int64_t minor) { return {minor, must(Currency::parse("currency", "CNY"))}; }
IdempotencyKey key_of(std::string_view text) { return must(IdempotencyKey::parse("key", text, 1)); }

Request paying(std::string_view order, std::string_view key, std::string_view tenant) {
  return request(Verb::pay, order, key, tenant);
}

Request charging(std::string_view order, std::string_view key, std::string_view tenant) {
  Request asked = request(Verb::pay, order, key, tenant);
  asked.via = must(ChannelId::parse("via", "bank"));
  return asked;
}

Request refunding(std::string_view order, std::int64_t minor, std::string_view key, std::string_view reference) {
  Request asked = request(Verb::refund, order, key);
  asked.amount = cny(minor);
  if (!reference.empty()) asked.reference = must(Reference::parse("ref", reference));
  return asked;
}

Request authorising(std::string_view order, std::string_view key) {
  Request asked = charging(order, key);
  asked.verb = Verb::authorise;
  return asked;
}

Request capturing(std::string_view order, std::int64_t minor, std::string_view key, std::string_view reference) {
  Request asked = refunding(order, minor, key, reference);
  asked.verb = Verb::capture;
  return asked;
}

Request voiding(std::string_view order, std::string_view key) { return request(Verb::void_hold, order, key); }

Request topping_up(std::string_view account, std::int64_t minor, std::string_view key, std::string_view reference) {
  Request asked = request(Verb::topup, account, key);
  asked.amount = cny(minor);
  if (!reference.empty()) asked.reference = must(Reference::parse("ref", reference));
  return asked;
}

Request transferring(std::string_view from, std::string_view to, std::int64_t minor, std::string_view key) {
  Request asked = request(Verb::transfer, from, key);
  asked.counterpart = must(AccountId::parse("to", to));
  asked.amount = cny(minor);
  return asked;
}

Till::Till(const std::filesystem::path& folder, World& world, Duration busy_wait)
    : ledger(must(Ledger::open(folder / "shop.db", throw_away(busy_wait)))),
      bank(must(Acquirer::open(folder / "bank.db", world, throw_away(seconds(20))))),
      engine(ledger, world, [this](const std::string& name) -> Channel* { return name == "bank" ? &bank : nullptr; }) {}

Settings Shop::laboratory() {
  Settings settings;
  settings.key_min_bytes = 1;
  return settings;
}

Shop::Shop(const Terms& terms) : world(terms.seed), busy_wait_(terms.busy_wait) {
  (void)must(Ledger::create(folder_ / "shop.db", world,
                            {.store = throw_away(busy_wait_), .laboratory = true, .settings = terms.settings}));
  (void)must(Acquirer::create(folder_ / "bank.db", world, terms.bank, throw_away(seconds(20))));
  store().atomically([&](Tx& tx) {
    invariant(
        add_channel(
            tx,
            {.name = "bank", .place = "bank.db", .settle_delay = terms.settle_delay, .key_window = terms.key_window},
            world.wall_ns()),
        "a new ledger has no channel");
  });
  open_account("alice", terms.alice);
  open_account("bob");
  open_account("shop");
}

Till& Shop::till() {
  if (!till_) till_ = std::make_unique<Till>(folder_.path(), world, busy_wait_);
  return *till_;
}

std::unique_ptr<Till> Shop::another_till(Duration busy_wait) const {
  return std::make_unique<Till>(folder_.path(), const_cast<VirtualWorld&>(world), busy_wait);
}

void Shop::reopen() {
  close();
  (void)till();
}

void Shop::open_account(std::string_view code, std::int64_t minor, journal::Limit limit, std::string_view currency,
                        journal::AccountClass kind) {
  const Currency in = must(Currency::parse("currency", currency));
  store().atomically([&](Tx& tx) {
    const auto made = journal::open_account(tx, code, kind, in, limit, world.wall_ns());
    invariant(made.has_value(), "a test opens an account once");
  });
  if (minor == 0) return;
  Request first = topping_up(code, minor, "first-topup-of-" + std::string(code));
  first.amount = Money(minor, in);
  invariant(engine().ask(first).outcome == Outcome::booked, "a new account takes money");
}

Reply Shop::order(std::string_view number, std::int64_t minor, std::string_view buyer, std::string_view payee) {
  return engine().create_order(must(OrderId::parse("order", number)), must(AccountId::parse("buyer", buyer)),
                               must(AccountId::parse("payee", payee)), cny(minor));
}

Reply Shop::ask(const Request& request) {
  last_ = request;
  return engine().ask(request);
}

Reply Shop::retry() {
  invariant(last_.has_value(), "something was asked before");
  return engine().ask(*last_);
}

Reply Shop::cancel(std::string_view order) { return engine().cancel_order(must(OrderId::parse("order", order))); }
Reply Shop::ship(std::string_view order) { return engine().ship_order(must(OrderId::parse("order", order))); }

Shop::Crash Shop::crash_at(Step step, int nth, const std::function<Reply(Till&)>& work, std::uint64_t seed) {
  close();  // nobody forks with a file open
  int told[2];
  if (pipe(told) != 0) throw std::runtime_error("no pipe");
  const pid_t child = start_process([&] {
    Till mine(folder_.path(), world, busy_wait_);
    std::byte drawn[8];
    for (std::uint64_t i = 0; i < seed % 7; ++i) world.random(drawn);
    world.kill_at(step, nth);
    const Reply reply = work(mine);
    const auto outcome = static_cast<unsigned char>(reply.outcome);
    return write(told[1], &outcome, 1) == 1 ? 0 : 1;
  });
  ::close(told[1]);
  Crash crash;
  unsigned char outcome = 0;
  if (read(told[0], &outcome, 1) == 1) crash.acknowledged = static_cast<Outcome>(outcome);
  ::close(told[0]);
  const int ended = end_of(child);
  if (ended != 0 && ended != -SIGKILL) throw std::runtime_error("a child ended with " + std::to_string(ended));
  crash.killed = ended == -SIGKILL;
  return crash;
}

Shop::Crash Shop::crash_at(Step step, const Request& request) {
  last_ = request;
  return crash_at(step, 1, [&](Till& till) { return till.engine.ask(request); });
}

std::int64_t Shop::balance(std::string_view account) {
  return store().reading([&](View& view) {
    const auto found = journal::find_account(view, account);
    if (!found) throw std::runtime_error("no account " + std::string(account));
    return found->balance().minor();
  });
}

std::string Shop::status(std::string_view order) {
  return store().reading([&](View& view) {
    const auto found = orders::find_order(view, order);
    if (!found) throw std::runtime_error("no order " + std::string(order));
    return std::string(orders::name(found->status));
  });
}

std::vector<ChannelLine> Shop::moved(Movement movement) {
  std::vector<ChannelLine> lines;
  bank().statement([&](const ChannelLine& line) {
    if (line.movement == movement) lines.push_back(line);
  });
  return lines;
}

std::int64_t Shop::number(const std::string& sql) {
  std::int64_t found = -1;
  store().reading([&](View& view) { view.each_of(sql, [&](const Row& row) { found = row.integer(0); }); });
  return found;
}

std::string Shop::text(const std::string& sql) {
  std::string found;
  store().reading([&](View& view) { view.each_of(sql, [&](const Row& row) { found = row.shown(0); }); });
  return found;
}

std::string voucher_in(const Reply& reply) { return member(reply, "voucher"); }
std::string reason_in(const Reply& reply) { return member(reply, "reason"); }

namespace {
/// Laws told another way than schema/checks tells them: from the lines up.
constexpr std::pair<const char*, const char*> from_the_lines[] = {
    {"debits are not credits",
     "SELECT currency FROM entry GROUP BY currency HAVING sum(iif(side='debit',amount,-amount))<>0"},
    {"a balance is not the sum of its lines",
     "SELECT b.account_id FROM balance b WHERE b.debits <> (SELECT coalesce(sum(amount),0) FROM entry e WHERE "
     "e.account_id=b.account_id AND side='debit') OR b.credits <> (SELECT coalesce(sum(amount),0) FROM entry e WHERE "
     "e.account_id=b.account_id AND side='credit') OR b.version <> (SELECT count(*) FROM entry e WHERE "
     "e.account_id=b.account_id)"},
    {"a wallet is overdrawn",
     "SELECT code FROM account JOIN balance USING (account_id) WHERE limit_rule='no_debit' AND debits > credits"},
    {"an order is paid other than once",
     "SELECT order_no FROM orders o WHERE (status IN ('paid','fulfilled','refunded')) <> "
     "((SELECT count(*) FROM voucher v WHERE v.voucher_id=o.settled_by AND v.order_id=o.order_id AND v.kind IN "
     "('pay','hold_freed')) = 1) "
     "OR (SELECT count(*) FROM voucher v WHERE v.order_id=o.order_id AND v.kind='pay') > 1"},
    {"an order gave back more than came", "SELECT order_no FROM orders WHERE refunded + refund_reserved > captured"},
    {"numbers have gaps",
     "SELECT series FROM series s WHERE next - 1 <> (SELECT count(*) FROM voucher v WHERE v.series=s.series)"},
    {"a key is done twice over", "SELECT key FROM idempotency_key GROUP BY tenant, key HAVING count(*) > 1"},
};

using Seen = std::map<std::pair<std::string, std::string>, std::tuple<int, std::int64_t, std::string>>;
}  // namespace

std::vector<std::string> Shop::reconcile() {
  std::vector<std::string> findings;
  Seen theirs;
  bank().statement([&](const ChannelLine& line) {
    auto& [count, amount, txn] = theirs[{std::string(name(line.movement)), line.reference}];
    count += 1;
    amount = line.amount.minor();
    txn = line.channel_txn;
  });
  for (const auto& [what, seen] : theirs) {
    if (std::get<0>(seen) != 1) findings.push_back(what.first + " " + what.second + " moved more than once");
  }
  store().reading([&](View& view) {
    for (const Check& law : all_checks()) {
      view.each_of(std::string(law.text),
                   [&](const Row& row) { findings.push_back(std::string(law.name) + ": " + row.shown(0)); });
    }
    for (const auto& [words, sql] : from_the_lines) {
      view.each_of(sql, [&](const Row& row) { findings.push_back(std::string(words) + ": " + row.shown(0)); });
    }
    const auto compare = [&](const char* kind, const std::string& sql) {
      view.each_of(sql, [&](const Row& row) {
        const std::string reference = row.shown(0);
        const bool booked = row.text(1) == "succeeded";
        const bool open = row.text(1) == "dispatched" || row.text(1) == "unknown";
        const auto found = theirs.find({kind, reference});
        if (found == theirs.end()) {
          if (booked) findings.push_back(std::string(kind) + " " + reference + " is booked and did not happen");
          return;
        }
        if (!booked && !open) findings.push_back(std::string(kind) + " " + reference + " happened and is not booked");
        if (booked && (std::get<1>(found->second) != row.integer(2) || std::get<2>(found->second) != row.shown(3))) {
          findings.push_back(std::string(kind) + " " + reference + " is booked otherwise");
        }
        theirs.erase(found);
      });
    };
    compare("charge", "SELECT reference, status, amount, channel_txn FROM attempt WHERE purpose = 'charge'");
    compare("capture", "SELECT reference, status, amount, channel_txn FROM operation WHERE kind = 'capture'");
    compare("refund", "SELECT reference, status, amount, channel_txn FROM refund WHERE channel IS NOT NULL");
  });
  for (const auto& [what, seen] : theirs)
    findings.push_back(what.first + " " + what.second + " is unknown to the book");
  return findings;
}

}  // namespace payonce::test
