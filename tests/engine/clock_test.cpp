// A clock that no file should believe: nothing is dated by it, and a person may say that it is right.

#include <doctest/doctest.h>

#include <limits>

#include "ledger/clock.hpp"
#include "ledger/engine.hpp"
#include "ledger/journal/chart.hpp"
#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

/// A real ledger: no laboratory, whose clock is its story's own.
struct RealShop {
  RealShop()
      : ledger(Ledger::create(folder / "real.db", world, {.store = {.durable = false}}).value()),
        engine(ledger, world, [](const std::string&) -> Channel* { return nullptr; }) {
    ledger.store().atomically([&](Tx& tx) {
      const Currency currency = *Currency::parse("currency", "CNY");
      journal::ensure_chart(tx, currency, world.wall_ns());
      (void)journal::open_account(tx, "alice", journal::AccountClass::liability, currency, journal::Limit::no_debit,
                                  world.wall_ns());
    });
  }

  Reply topup(std::string_view key) { return engine.ask(topping_up("alice", 100, key)); }
  std::int64_t rows() {
    std::int64_t count = 0;
    ledger.store().reading([&](View& view) {
      view.each_of("SELECT (SELECT count(*) FROM voucher) + (SELECT count(*) FROM idempotency_key)",
                   [&](const Row& row) { count = row.integer(0); });
    });
    return count;
  }

  TempFolder folder;
  VirtualWorld world;
  Ledger ledger;
  Engine engine;
};

}  // namespace

TEST_CASE(
    "a clock that leads by more than is believed refuses money, changes nothing, and still replays what was told") {
  RealShop shop;
  REQUIRE(shop.topup("key-0000000000000001").outcome == Outcome::booked);
  shop.world.jump_wall(days(399).ns);
  REQUIRE(shop.topup("key-0000000000000002").outcome == Outcome::booked);
  shop.world.jump_wall(days(401).ns);
  const std::int64_t before = shop.rows();
  const Reply refused = shop.topup("key-0000000000000003");
  CHECK(refused.outcome == Outcome::unavailable);
  CHECK(refused.answer.find("\"clock\"") != std::string::npos);
  CHECK(shop.rows() == before);
  const Reply told = shop.topup("key-0000000000000002");
  CHECK(told.outcome == Outcome::booked);
  CHECK(told.replayed);

  shop.ledger.store().atomically([&](Tx& tx) {
    const ClockCheck check = check_clock(tx, shop.world, shop.ledger.settings(), false);
    REQUIRE(check.says == ClockSays::ahead);
    accept_clock(tx, check, "clerk", "closed for a year");
  });
  CHECK(shop.topup("key-0000000000000003").outcome == Outcome::booked);
  std::string said;
  shop.ledger.store().reading([&](View& view) {
    view.each_of("SELECT said FROM evidence WHERE source = 'manual'", [&](const Row& row) { said = row.text(0); });
  });
  CHECK(said.find("by clerk: closed for a year") != std::string::npos);
}

TEST_CASE("a clock set back is no leap, and one set right again is believed at once") {
  RealShop shop;
  REQUIRE(shop.topup("key-0000000000000001").outcome == Outcome::booked);
  shop.world.jump_wall(days(500).ns);
  CHECK(shop.topup("key-0000000000000002").outcome == Outcome::unavailable);
  shop.world.jump_wall(-days(510).ns);
  CHECK(shop.topup("key-0000000000000002").outcome == Outcome::booked);
}

TEST_CASE("outside of two centuries nothing is made and nothing is booked") {
  RealShop shop;
  shop.world.jump_wall(std::numeric_limits<std::int64_t>::max() - shop.world.wall_ns());
  CHECK(shop.topup("key-0000000000000001").outcome == Outcome::unavailable);
  const auto made = Ledger::create(shop.folder / "other.db", shop.world, {.store = {.durable = false}});
  REQUIRE_FALSE(made.has_value());
  CHECK(made.error().field == "clock");
  CHECK_FALSE(std::filesystem::exists(shop.folder / "other.db"));
  CHECK(clock_in_range(VirtualWorld::default_start_ns));
  CHECK_FALSE(clock_in_range(0));
  CHECK_FALSE(clock_in_range(-1));
}

TEST_CASE("a laboratory's clock leaps as far as its story says") {
  Shop shop;
  shop.order("o1");
  shop.world.jump_wall(days(5000).ns);
  CHECK(shop.pay("o1", "k1").outcome == Outcome::paid);
}
