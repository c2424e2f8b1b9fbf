// The table of legal steps, held by the schema whoever writes: every legal step is taken, every other one refused.

#include <doctest/doctest.h>

#include <array>
#include <map>
#include <set>

#include "ledger/journal/book.hpp"
#include "ledger/journal/posting.hpp"
#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

using Steps = std::set<std::pair<std::string, std::string>>;

/// Written out once more, by hand: a step that appears or vanishes in the schema is a decision.
const Steps order_steps{{"created", "paying"},     {"created", "paid"},    {"created", "cancelled"},
                        {"paying", "paid"},        {"paying", "closing"},  {"closing", "paid"},
                        {"closing", "cancelled"},  {"paid", "fulfilled"},  {"paid", "refunded"},
                        {"fulfilled", "refunded"}, {"created", "expired"}, {"closing", "expired"}};
const Steps attempt_steps{{"dispatched", "succeeded"},       {"dispatched", "failed"},        {"dispatched", "unknown"},
                          {"unknown", "succeeded"},          {"unknown", "failed"},           {"failed", "succeeded"},
                          {"dispatched", "authorised"},      {"unknown", "authorised"},       {"failed", "authorised"},
                          {"authorised", "partly_captured"}, {"authorised", "succeeded"},     {"authorised", "voided"},
                          {"authorised", "expired"},         {"partly_captured", "succeeded"}};
const Steps operation_steps{{"dispatched", "succeeded"}, {"dispatched", "failed"}, {"dispatched", "unknown"},
                            {"unknown", "succeeded"},    {"unknown", "failed"},    {"failed", "succeeded"}};
const Steps refund_steps{{"requested", "dispatched"}, {"dispatched", "succeeded"}, {"dispatched", "failed"},
                         {"dispatched", "unknown"},   {"unknown", "succeeded"},    {"unknown", "failed"},
                         {"failed", "succeeded"}};

Steps steps_of(Shop& shop, const std::string& machine) {
  Steps steps;
  shop.store().reading([&](View& view) {
    view.each_of("SELECT from_status, to_status FROM legal_step WHERE machine = '" + machine + "'",
                 [&](const Row& row) { steps.emplace(row.text(0), row.text(1)); });
  });
  return steps;
}

/// How a new row comes into a status: by legal steps, most often by one.
std::vector<std::string> way_to(const std::string& status) {
  static const std::map<std::string, std::vector<std::string>> ways{
      {"created", {}},
      {"closing", {"paying", "closing"}},
      {"fulfilled", {"paid", "fulfilled"}},
      {"refunded", {"paid", "refunded"}},
      {"dispatched", {}},
      {"partly_captured", {"authorised", "partly_captured"}},
      {"voided", {"authorised", "voided"}},
      {"hold expired", {"authorised", "expired"}}};
  const auto way = ways.find(status);
  return way == ways.end() ? std::vector{status} : way->second;
}

bool changes(Shop& shop, const std::string& sql) {
  try {
    shop.store().atomically([&](Tx& tx) { tx.execute(sql); });
    return true;
  } catch (const StorageTrouble& met) {
    CHECK(met.kind() == StorageTrouble::Kind::refused);
    return false;
  }
}

/// One step of an order by hand. A step into a settled state is taken as a program would that books on its own: the order
/// names the next voucher, and the voucher follows in the same transaction.
bool step_order(Shop& shop, const std::string& number, const std::string& to) {
  const bool settled = to == "paid" || to == "fulfilled" || to == "refunded";
  try {
    shop.store().atomically([&](Tx& tx) {
      const auto order = orders::find_order(tx, number);
      tx.execute("UPDATE orders SET status = '" + to + "', version = version + 1" +
                 (to == "closing" ? ", closing_for = 'cancel'" : "") +
                 (settled && !order->settled()
                      ? ", captured = amount_due, settled_by = (SELECT max(voucher_id) + 1 FROM voucher)"
                      : "") +
                 " WHERE order_no = '" + number + "'");
      if (settled && !order->settled()) {
        auto draft =
            journal::Pen(tx, shop.ledger().rules(), shop.world.wall_ns())
                .draft(journal::Event::paid_from_balance, journal::payment_fact(number),
                       {{journal::Role::buyer, order->buyer_id}, {journal::Role::payee, order->payee_id}}, order->due);
        draft.order_id = order->id;
        (void)journal::book(tx, draft, shop.world.wall_ns());
      }
    });
    return true;
  } catch (const StorageTrouble& met) {
    CHECK(met.kind() == StorageTrouble::Kind::refused);
    return false;
  }
}

std::string step_attempt(const std::string& reference, const std::string& to, bool holds = false) {
  const bool moves = to == "succeeded" || to == "partly_captured";
  const std::string amount = to == "succeeded" ? "amount - captured" : "1";
  const std::string where = " WHERE reference = '" + reference + "'";
  std::string sql;
  if (moves && holds) {  // what is captured of a hold, an operation says first
    sql =
        "INSERT INTO operation (attempt_id, n, kind, business_key, channel, reference, amount, currency, holder, "
        "dispatched_at_ns, changed_at_ns) SELECT attempt_id, captured + 1, 'capture', reference || captured, channel, "
        "reference || '.' || captured, " +
        amount + ", currency, holder, 0, 0 FROM attempt" + where +
        "; UPDATE operation SET status = 'succeeded', version = 2 WHERE status = 'dispatched';";
  }
  return sql + "UPDATE attempt SET status = '" + to + "', version = version + 1" +
         (moves ? ", captured = captured + " + amount +
                      ", role = coalesce(role, 'late'), channel_txn = coalesce(channel_txn, 'tx" + reference + "')"
                : std::string()) +
         where;
}

}  // namespace

TEST_CASE("the legal steps of orders, attempts and refunds are these and no others") {
  Shop shop;
  CHECK(steps_of(shop, "order") == order_steps);
  CHECK(steps_of(shop, "attempt") == attempt_steps);
  CHECK(steps_of(shop, "operation") == operation_steps);
  CHECK(steps_of(shop, "refund") == refund_steps);
  CHECK_FALSE(changes(shop, "INSERT INTO legal_step VALUES ('order', 'cancelled', 'paid')"));
  CHECK_FALSE(changes(shop, "DELETE FROM legal_step"));
  CHECK_FALSE(changes(shop, "UPDATE legal_step SET to_status = 'paid' WHERE to_status = 'cancelled'"));
}

TEST_CASE("an order takes every legal step and no other, whoever writes") {  // B033, B035
  Shop shop(Shop::Terms{.alice = 10'000'000});
  int n = 0;
  const std::array every{"created", "paying", "closing", "paid", "fulfilled", "cancelled", "expired", "refunded"};
  for (const std::string from : every) {
    for (const std::string to : every) {
      if (from == to) continue;
      CAPTURE(from);
      CAPTURE(to);
      const std::string order = "o" + std::to_string(++n);
      shop.order(order);
      for (const std::string& step : way_to(from)) REQUIRE(step_order(shop, order, step));
      REQUIRE(shop.status(order) == from);
      CHECK(step_order(shop, order, to) == order_steps.contains({from, to}));
      CHECK(shop.status(order) == (order_steps.contains({from, to}) ? to : from));
    }
  }
}

TEST_CASE("an attempt takes every legal step and no other, whoever writes") {
  Shop shop;
  int n = 0;
  const std::array every{"dispatched", "unknown", "authorised", "partly_captured",
                         "succeeded",  "failed",  "voided",     "expired"};
  const std::set<std::string> held{"authorised", "partly_captured", "voided", "expired"};
  for (const std::string from : every) {
    for (const std::string to : every) {
      if (from == to) continue;
      CAPTURE(from);
      CAPTURE(to);
      const std::string order = "o" + std::to_string(++n);
      const std::string reference = "ref" + std::to_string(n);
      shop.order(order);
      const bool holds = from != "succeeded" && (held.contains(from) || held.contains(to));
      REQUIRE(
          changes(shop,
                  "INSERT INTO attempt (order_id, n, purpose, hold_ns, channel, reference, amount, currency, holder, "
                  "dispatched_at_ns, changed_at_ns) SELECT order_id, 1, " +
                      std::string(holds ? "'authorise', 1" : "'charge', NULL") + ", 'bank', '" + reference +
                      "', 2, 'CNY', zeroblob(16), 0, 0 FROM orders WHERE order_no = '" + order + "'"));
      for (const std::string& step : way_to(from == "expired" ? "hold expired" : from)) {
        REQUIRE(changes(shop, step_attempt(reference, step, holds)));
      }
      CHECK(changes(shop, step_attempt(reference, to, holds)) == attempt_steps.contains({from, to}));
    }
  }
}

TEST_CASE("a refund takes every legal step and no other, whoever writes") {
  Shop shop;
  int n = 0;
  const std::array every{"requested", "dispatched", "unknown", "succeeded", "failed"};
  for (const std::string from : every) {
    for (const std::string to : every) {
      if (from == to) continue;
      CAPTURE(from);
      CAPTURE(to);
      const std::string order = "o" + std::to_string(++n);
      shop.order(order);
      REQUIRE(shop.charge(order, "k" + std::to_string(n)).outcome == Outcome::paid);
      const std::string cause = "cause" + std::to_string(n);
      REQUIRE(
          changes(shop,
                  "INSERT INTO refund (order_id, attempt_id, cause, cause_key, amount, currency, channel, reference, "
                  "status, changed_at_ns) SELECT order_id, attempt_id, 'customer', '" +
                      cause + "', 1, 'CNY', 'bank', '" + cause +
                      "', 'requested', 0 FROM attempt JOIN orders USING (order_id) WHERE order_no = '" + order + "'"));
      const auto step = [&](const std::string& status) {
        return changes(shop,
                       "UPDATE refund SET status = '" + status + "', version = version + 1" +
                           (status == "succeeded" ? ", owed = 0, channel_txn = 'tx" + cause + "'" : std::string()) +
                           (status == "failed" ? ", owed = 1" : "") + " WHERE cause_key = '" + cause + "'");
      };
      if (from != "requested") REQUIRE(step("dispatched"));
      if (from != "requested" && from != "dispatched") REQUIRE(step(from));
      CHECK(step(to) == refund_steps.contains({from, to}));
    }
  }
}

TEST_CASE("a step without a new version, other terms, and a deletion are refused") {
  Shop shop;
  shop.order("o1");
  (void)shop.charge("o1", "k1");
  (void)shop.refund("o1", 100, "r1");
  for (const std::string table : {"orders", "attempt", "refund"}) {
    CAPTURE(table);
    CHECK_FALSE(changes(shop, "DELETE FROM " + table));
    CHECK_FALSE(changes(shop, "UPDATE " + table + " SET changed_at_ns = changed_at_ns + 1"));
    CHECK_FALSE(changes(shop, "UPDATE " + table + " SET version = version + 2"));
    CHECK_FALSE(changes(shop, "UPDATE " + table + " SET currency = 'USD', version = version + 1"));
    const std::string columns =
        table == "refund" ? "refund_id, order_id, attempt_id, cause, cause_key, amount, currency, channel, reference, "
                            "channel_txn, status, holder, changed_at_ns"
                          : "*";
    CHECK_FALSE(changes(shop, "INSERT OR REPLACE INTO " + table + (columns == "*" ? "" : " (" + columns + ")") +
                                  " SELECT " + columns + " FROM " + table));  // B153
  }
  CHECK_FALSE(changes(shop, "UPDATE orders SET amount_due = 1, version = version + 1"));
  CHECK_FALSE(changes(shop, "UPDATE orders SET captured = captured - 1, version = version + 1"));
  CHECK_FALSE(changes(shop, "UPDATE orders SET refunded = captured + 1, version = version + 1"));
  CHECK_FALSE(changes(shop, "UPDATE orders SET refund_reserved = captured, version = version + 1"));
  CHECK_FALSE(changes(shop, "UPDATE attempt SET role = 'late', version = version + 1"));
  CHECK_FALSE(changes(shop, "UPDATE attempt SET channel_txn = 'other', version = version + 1"));
  CHECK(shop.reconcile().empty());
}

TEST_CASE("an order has one open attempt, one that settles, and no second with the same number or reference") {  // B155
  Shop shop;
  shop.order("o1");
  shop.order("o2");
  const auto attempt = [](const std::string& order, int n, const std::string& reference) {
    return "INSERT INTO attempt (order_id, n, channel, reference, amount, currency, holder, dispatched_at_ns, "
           "changed_at_ns) "
           "SELECT order_id, " +
           std::to_string(n) + ", 'bank', '" + reference +
           "', 1, 'CNY', zeroblob(16), 0, 0 FROM orders WHERE order_no = '" + order + "'";
  };
  CHECK(changes(shop, attempt("o1", 1, "a")));
  CHECK_FALSE(changes(shop, attempt("o1", 2, "b")));
  CHECK_FALSE(changes(shop, attempt("o2", 1, "a")));
  CHECK(changes(shop, step_attempt("a", "failed")));
  CHECK_FALSE(changes(shop, attempt("o1", 1, "c")));
  CHECK(changes(shop, attempt("o1", 2, "b")));
  CHECK(changes(shop,
                "UPDATE attempt SET status = 'succeeded', captured = amount, role = 'settles', channel_txn = 't1', "
                "version = version + 1 "
                "WHERE reference = 'b'"));
  CHECK_FALSE(
      changes(shop,
              "UPDATE attempt SET status = 'succeeded', captured = amount, role = 'settles', channel_txn = 't2', "
              "version = version + 1 "
              "WHERE reference = 'a'"));
  // Two that know no channel number yet are two; the same number twice is refused.
  CHECK(changes(shop, attempt("o2", 1, "d")));
  CHECK_FALSE(changes(shop,
                      "UPDATE attempt SET status = 'succeeded', captured = amount, role = 'late', channel_txn = 't1', "
                      "version = version + 1 "
                      "WHERE reference = 'd'"));
}

TEST_CASE("no two captures together pass what is held, whoever writes") {  // B040
  Shop shop;
  shop.order("o1");
  REQUIRE(shop.ask(authorising("o1", "a1")).outcome == Outcome::authorised);
  const auto capture = [](int n, int amount) {
    return "INSERT INTO operation (attempt_id, n, kind, business_key, channel, reference, amount, currency, holder, "
           "dispatched_at_ns, changed_at_ns) SELECT attempt_id, " +
           std::to_string(n) + ", 'capture', 'b" + std::to_string(n) + "', channel, 'r" + std::to_string(n) + "', " +
           std::to_string(amount) + ", currency, holder, 0, 0 FROM attempt";
  };
  const std::string done =
      "UPDATE operation SET status = 'succeeded', version = version + 1 WHERE status = 'dispatched';";
  const auto captured = [](int amount) {
    return "UPDATE attempt SET status = 'partly_captured', role = 'settles', captured = captured + " +
           std::to_string(amount) + ", version = version + 1";
  };
  CHECK_FALSE(changes(shop, capture(1, 10'001)));
  CHECK_FALSE(changes(shop, captured(10)));  // no operation says so
  CHECK(changes(shop, capture(1, 6'000)));
  CHECK_FALSE(changes(shop, capture(2, 1)));  // one at a time
  CHECK_FALSE(changes(shop, done + captured(6'001)));
  CHECK(changes(shop, done + captured(6'000)));
  CHECK_FALSE(changes(shop, capture(2, 4'001)));
  CHECK_FALSE(changes(shop, "UPDATE orders SET captured = 6001, version = version + 1"));
  CHECK(changes(shop, "UPDATE orders SET captured = 6000, version = version + 1"));
}
