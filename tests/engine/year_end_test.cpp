// The end of a year: income and expense go into retained earnings, and what was earned can still be read.

#include <doctest/doctest.h>

#include "ledger/journal/sheets.hpp"
#include "ledger/journal/year_end.hpp"
#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;
using namespace payonce::journal;

namespace {

const Days year{"2026-01-01", "2026-12-31"};

/// Something of 250.00 was sold in the year that is over, less an adjustment of 10.00.
void live(Shop& shop) {
  shop.open_account("sales", 0, Limit::none, "CNY", AccountClass::income);
  shop.order("o1", 25'000, "alice", "sales");
  REQUIRE(shop.pay("o1", "k1").outcome == Outcome::paid);
  REQUIRE(shop.ship("o1").outcome == Outcome::shipped);
  shop.wait(days(370));
}

PeriodAnswer close(Shop& shop, const Days& days = year) {
  const Rules& rules = shop.ledger().rules();
  const Signed by{.actor = "clerk", .reason = "audit", .now_ns = shop.world.wall_ns()};
  return shop.store().atomically([&](Tx& tx) { return close_year(tx, rules, days, by); });
}

std::int64_t result(Shop& shop) {
  std::int64_t sum = 0;
  shop.store().reading([&](View& view) {
    for (const auto& sheet : income_statements(view, Basis::business, year.first, year.last)) sum += sheet.result();
  });
  return sum;
}

BalanceSheet sheet(Shop& shop) {
  return shop.store().reading(
      [&](View& view) { return balance_sheets(view, *Cut::end_of("at", year.last, Basis::business)).at(0); });
}

}  // namespace

TEST_CASE("a closed year reads as it did before, and its balance sheet has the result in equity") {
  Shop shop;
  live(shop);
  const std::int64_t earned = result(shop);
  const BalanceSheet before = sheet(shop);
  REQUIRE(before.result == earned);
  REQUIRE(earned != 0);
  CHECK(close(shop) == PeriodAnswer::done);
  CHECK(result(shop) == earned);
  const BalanceSheet after = sheet(shop);
  CHECK(after.balanced());
  CHECK(after.result == 0);
  CHECK(after.own == before.own + earned);
  CHECK(after.owned == before.owned);
  CHECK(after.owed == before.owed);
  CHECK(shop.balance("sales") == 0);
  CHECK(shop.balance("3900.CNY") == earned);
  CHECK(shop.text("SELECT business_date FROM voucher WHERE kind = 'year_end'") == "2026-12-31");
  CHECK(shop.reconcile() == std::vector<std::string>{});
}

TEST_CASE("a year closed twice is closed once, and one that is not over, or shares days, is not closed at all") {
  Shop shop;
  live(shop);
  const auto vouchers = [&] { return shop.number("SELECT count(*) FROM voucher"); };
  const std::int64_t before = vouchers();
  CHECK(close(shop, {"2027-01-01", "2027-12-31"}) == PeriodAnswer::not_over);
  CHECK(vouchers() == before);
  CHECK(close(shop) == PeriodAnswer::done);
  CHECK(vouchers() == before + 1);
  CHECK(close(shop) == PeriodAnswer::already);
  CHECK(close(shop, {"2026-12-01", "2027-01-01"}) == PeriodAnswer::overlaps);
  CHECK(vouchers() == before + 1);
}

TEST_CASE("days that were closed without their year end are told so, and nothing is booked into them") {
  Shop shop;
  live(shop);
  shop.store().atomically([&](Tx& tx) {
    REQUIRE(close_period(tx, year, {.actor = "clerk", .now_ns = shop.world.wall_ns()}) == PeriodAnswer::done);
  });
  CHECK(close(shop) == PeriodAnswer::left_open);
  shop.store().atomically([&](Tx& tx) {
    REQUIRE(reopen_period(tx, year, {.actor = "clerk", .reason = "x", .now_ns = shop.world.wall_ns()}) ==
            PeriodAnswer::done);
  });
  CHECK(close(shop) == PeriodAnswer::done);
  CHECK(shop.reconcile() == std::vector<std::string>{});
}

TEST_CASE("a loss stands on the other side of retained earnings") {
  Shop shop;
  shop.open_account("costs", 0, Limit::none, "CNY", AccountClass::expense);
  REQUIRE(shop.transfer("costs", "bob", 4'000, "k1").outcome == Outcome::booked);
  shop.wait(days(370));
  const std::int64_t lost = result(shop);
  REQUIRE(lost < 0);
  CHECK(close(shop) == PeriodAnswer::done);
  CHECK(shop.balance("3900.CNY") == lost);
  CHECK(result(shop) == lost);
  CHECK(sheet(shop).balanced());
}
