// No law walks a big table inside another walk: four times the orders cost four times the steps, not sixteen.

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <map>
#include <memory>
#include <string>

#include "schema/checks.hpp"
#include "tests/layers/reconciliation_life.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

struct Close {
  void operator()(sqlite3* file) const { sqlite3_close(file); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

/// A day of orders: each paid, every second by the channel, every fifth given back in part, on an account of its own.
void day(Shop& shop, int orders) {
  for (int i = 0; i < orders; ++i) {
    const std::string number = "d" + std::to_string(i);
    const std::string buyer = "b" + std::to_string(i);
    shop.open_account(buyer, 5'000);
    shop.order(number, 1'000, buyer);
    const Reply paid = i % 2 == 0 ? shop.pay(number, "p" + number) : shop.charge(number, "p" + number);
    REQUIRE(paid.outcome == Outcome::paid);
    if (i % 5 == 0) REQUIRE(shop.refund(number, 300, "r" + number).outcome == Outcome::refunded);
  }
}

/// The virtual machine's steps for each law: the same on every machine, however busy.
std::map<std::string, std::int64_t> steps_of(Shop& shop) {
  shop.close();
  sqlite3* opened = nullptr;
  REQUIRE(sqlite3_open((shop.folder() / "shop.db").c_str(), &opened) == SQLITE_OK);
  const std::unique_ptr<sqlite3, Close> file(opened);
  std::map<std::string, std::int64_t> steps;
  for (const Check& law : all_checks()) {
    sqlite3_stmt* prepared = nullptr;
    REQUIRE(sqlite3_prepare_v2(opened, std::string(law.text).c_str(), -1, &prepared, nullptr) == SQLITE_OK);
    const std::unique_ptr<sqlite3_stmt, Close> statement(prepared);
    CHECK(sqlite3_step(prepared) == SQLITE_DONE);
    steps[std::string(law.name)] = sqlite3_stmt_status(prepared, SQLITE_STMTSTATUS_VM_STEP, 0);
  }
  return steps;
}

}  // namespace

TEST_CASE("every law costs what the history is long, and not its square") {
  Shop small;
  day(small, 150);
  Shop large;
  day(large, 600);
  const auto few = steps_of(small);
  const auto many = steps_of(large);
  for (const auto& [law, steps] : few) {
    CAPTURE(law);
    CAPTURE(steps);
    CAPTURE(many.at(law));
    // 4 is linear, 16 is a square; sorting adds a little, and a fixed part takes some away.
    CHECK(many.at(law) <= 6 * steps + 2'000);
  }
}
