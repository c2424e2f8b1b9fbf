// kill -9 at every labelled step of holds, captures and voids: each happens once, and what was acknowledged stands.

#include <doctest/doctest.h>

#include "tests/whole/drill.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

std::int64_t vouchers(Shop& shop, const std::string& key) {
  return shop.number("SELECT count(*) FROM voucher WHERE business_key = '" + key + "'");
}

void hold(Shop& shop, int n) {
  CHECK(shop.order(nth("o", n), 1'000).outcome == Outcome::created);
  CHECK(shop.ask(authorising(nth("o", n), nth("a", n))).outcome == Outcome::authorised);
}

}  // namespace

TEST_CASE("an authorisation killed at any step is held once, and what was acknowledged stands") {
  Shop shop;
  Drill{shop,
        [&](int n) {
          CHECK(shop.order(nth("o", n), 100 + n).outcome == Outcome::created);
          return authorising(nth("o", n), nth("k", n));
        },
        Outcome::authorised, 8, [&](int n) { return vouchers(shop, nth("o", n) + ".authorise.1"); }}
      .run();
}

TEST_CASE("a capture killed at any step is captured once, and what was acknowledged stands") {
  Shop shop;
  const auto captured = [&](int n) {
    std::int64_t count = 0;
    for (const ChannelLine& line : shop.moved(Movement::capture)) count += line.amount.minor() == 100 + n ? 1 : 0;
    return count;
  };
  Drill{shop,
        [&](int n) {
          hold(shop, n);
          return capturing(nth("o", n), 100 + n, nth("k", n), n % 2 == 0 ? "" : nth("R", n));
        },
        Outcome::captured, 8, captured}
      .run();
}

TEST_CASE("the capture that pays an order, killed at any step, pays it once") {
  Shop shop;
  Drill{shop,
        [&](int n) {
          hold(shop, n);
          return capturing(nth("o", n), 1'000, nth("k", n));
        },
        Outcome::paid, 8, [&](int n) { return vouchers(shop, nth("o", n) + ".pay.1"); }}
      .run();
  CHECK(shop.balance("9100.CNY") == 0);
}

TEST_CASE("a void killed at any step frees the hold once, and what was acknowledged stands") {
  Shop shop;
  Drill{shop,
        [&](int n) {
          hold(shop, n);
          return voiding(nth("o", n), nth("k", n));
        },
        Outcome::voided, 8, [&](int n) { return vouchers(shop, nth("o", n) + ".freed.1"); }}
      .run();
  CHECK(shop.balance("9100.CNY") == 0);
}

TEST_CASE("a recovery that frees and closes, killed at any step, leaves the rest to the next one") {
  Shop shop(Shop::Terms{.settle_delay = hours(1)});
  int n = 0;
  for (const Step step : every_step) {
    for (int round = 0; round < 9; ++round, ++n) {
      CAPTURE(label(step));
      CAPTURE(n);
      const std::string order = nth("o", n);
      switch (round % 3) {
        case 0:  // a hold whose time is over, captured in part
          hold(shop, n);
          CHECK(shop.ask(capturing(order, 300, nth("k", n))).outcome == Outcome::captured);
          shop.wait(days(8));
          break;
        case 1:  // a hold of a cancelled order, whose void was lost
          hold(shop, n);
          shop.bank().script(Behaviour::lose);
          CHECK(shop.cancel(order).outcome == Outcome::closing);
          break;
        default:  // a payment that never left, of a cancelled order: only a close can end it before the settle delay
          CHECK(shop.order(order, 1'000).outcome == Outcome::created);
          CHECK(shop.crash_at(Step::channel_charge, charging(order, nth("k", n))).killed);
          CHECK(shop.cancel(order).outcome == Outcome::closing);
      }
      shop.wait(seconds(31));
      (void)shop.crash_at(
          step, 1 + round / 3,
          [](Till& till) {
            (void)till.engine.recover();
            return Reply{};
          },
          static_cast<unsigned>(round));
      come_back(shop);
      come_back(shop);
      CHECK(shop.status(order) == (round % 3 == 0 ? "paid" : "cancelled"));
    }
  }
  CHECK(shop.balance("9100.CNY") == 0);
  CHECK(shop.number("SELECT count(*) FROM operation WHERE status IN ('dispatched', 'unknown')") == 0);
  expect_clean(shop);
}
