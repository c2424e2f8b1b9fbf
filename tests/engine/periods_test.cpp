// Closed days and money: what has not happened is refused and may be asked again, what has happened outside is never lost.

#include <doctest/doctest.h>

#include "ledger/journal/period.hpp"
#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

const journal::Days january{"2026-01-01", "2026-01-31"};

void close(Shop& shop) {
  shop.store().atomically([&](Tx& tx) {
    REQUIRE(journal::close_period(tx, january, {.actor = "clerk", .now_ns = shop.world.wall_ns()}) ==
            journal::PeriodAnswer::done);
  });
}

void reopen(Shop& shop) {
  shop.store().atomically([&](Tx& tx) {
    REQUIRE(journal::reopen_period(tx, january, {.actor = "clerk", .reason = "x", .now_ns = shop.world.wall_ns()}) ==
            journal::PeriodAnswer::done);
  });
}

std::string dates(Shop& shop) {
  return shop.text("SELECT group_concat(DISTINCT business_date) FROM voucher WHERE kind <> 'topup'");
}

}  // namespace

TEST_CASE(
    "a closed day refuses every payment that has not happened, keeps nothing of it, and the same key succeeds later") {
  Shop shop;
  shop.order("o1");
  shop.order("o2");
  close(shop);
  const auto vouchers = shop.number("SELECT count(*) FROM voucher");
  CHECK(shop.pay("o1", "k1").outcome == Outcome::period_closed);
  CHECK(shop.charge("o2", "k2").outcome == Outcome::period_closed);
  CHECK(shop.topup("alice", 100, "k3").outcome == Outcome::period_closed);
  CHECK(shop.transfer("alice", "bob", 100, "k4").outcome == Outcome::period_closed);
  CHECK(shop.moved().empty());
  CHECK(shop.number("SELECT count(*) FROM voucher") == vouchers);
  CHECK(shop.number("SELECT count(*) FROM idempotency_key WHERE outcome = 'period_closed'") == 0);
  CHECK(shop.reconcile() == std::vector<std::string>{});
  reopen(shop);
  CHECK(shop.pay("o1", "k1").outcome == Outcome::paid);
  CHECK(shop.charge("o2", "k2").outcome == Outcome::paid);
  CHECK(dates(shop) == "2026-01-01");
  CHECK(shop.reconcile() == std::vector<std::string>{});
}

TEST_CASE("money that a channel moved before the day was closed is booked, dated to the first open day, and says so") {
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::lose);
  CHECK(shop.charge("o1", "k1").outcome == Outcome::outcome_unknown);
  close(shop);
  const Reply reply = shop.charge("o1", "k1");
  CHECK(reply.outcome == Outcome::paid);
  bool said = false;
  for (const TraceLine& line : reply.trace) {
    said = said || (line.finding == Finding::dated_later && line.number == 20'260'201);
  }
  CHECK(said);
  CHECK(dates(shop) == "2026-02-01");
  CHECK(shop.reconcile() == std::vector<std::string>{});
}

TEST_CASE("recovery ends what was open when the day was closed") {
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::lose);
  CHECK(shop.charge("o1", "k1").outcome == Outcome::outcome_unknown);
  close(shop);
  shop.wait(minutes(5));
  (void)shop.recover();
  CHECK(shop.status("o1") == "paid");
  CHECK(dates(shop) == "2026-02-01");
  CHECK(shop.reconcile() == std::vector<std::string>{});
}

TEST_CASE("a refund of a closed day is refused before the channel is asked") {
  Shop shop;
  shop.order("o1");
  CHECK(shop.charge("o1", "k1").outcome == Outcome::paid);
  close(shop);
  CHECK(shop.refund("o1", 100, "r1").outcome == Outcome::period_closed);
  CHECK(shop.moved(Movement::refund).empty());
  reopen(shop);
  CHECK(shop.refund("o1", 100, "r1").outcome == Outcome::refunded);
  CHECK(shop.reconcile() == std::vector<std::string>{});
}
