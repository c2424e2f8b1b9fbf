// kill -9 at every labelled step: what was acknowledged stands, what was not is done once or not at all, and the ledger and
// the acquirer agree. The file is not durable here: what a dead process has committed is in the system's hands already.

#include <doctest/doctest.h>

#include "tests/whole/drill.hpp"

using namespace payonce;
using namespace payonce::test;

TEST_CASE("a balance payment killed at any step is paid once, and what was acknowledged stands") {  // cases 1 to 3
  Shop shop(Shop::Terms{.alice = 10'000'000});
  Drill{shop,
        [&](int n) {
          CHECK(shop.order(nth("o", n), 100 + n).outcome == Outcome::created);
          return paying(nth("o", n), nth("k", n));
        },
        Outcome::paid, 6,
        [&](int n) {
          return shop.number("SELECT count(*) FROM voucher WHERE business_key = '" + nth("o", n) + ".pay.1'");
        }}
      .run();
}

TEST_CASE("a channel payment killed at any step is charged once, and what was acknowledged stands") {  // cases 4 and 5
  Shop shop;
  const auto charged = [&](int n) {
    std::int64_t count = 0;
    for (const ChannelLine& line : shop.moved()) count += line.amount.minor() == 100 + n ? 1 : 0;
    return count;
  };
  Drill{shop,
        [&](int n) {
          CHECK(shop.order(nth("o", n), 100 + n).outcome == Outcome::created);
          return charging(nth("o", n), nth("k", n));
        },
        Outcome::paid, 8, charged}
      .run();
}

TEST_CASE("a channel payment whose answers are lost and delayed, killed at any step, is charged once") {  // case 6
  Shop shop;
  const auto charged = [&](int n) {
    std::int64_t count = 0;
    for (const ChannelLine& line : shop.moved()) count += line.amount.minor() == 100 + n ? 1 : 0;
    return count;
  };
  int n = 0;
  for (const Step step : every_step) {
    for (const Behaviour behaviour : {Behaviour::lose, Behaviour::late, Behaviour::twice, Behaviour::slow}) {
      CAPTURE(label(step));
      CAPTURE(label(behaviour));
      shop.order(nth("o", n), 100 + n);
      shop.bank().script(behaviour, takes_duration(behaviour) ? seconds(10) : Duration{});
      const Shop::Crash crash = shop.crash_at(step, charging(nth("o", n), nth("k", n)));
      if (crash.acknowledged == Outcome::paid) CHECK(charged(n) == 1);
      shop.wait(seconds(10));  // the child's clock may have gone on by so much, and its lease with it
      come_back(shop);
      // Where the child died before its claim, the misbehaviour is still to come, at this retry.
      if (shop.retry().outcome == Outcome::outcome_unknown) come_back(shop);
      CHECK(shop.retry().outcome == Outcome::paid);
      CHECK(charged(n) == 1);
      ++n;
    }
  }
  (void)shop.recover();
  expect_clean(shop);
}

TEST_CASE("a channel refund killed at any step is given back once, and what was acknowledged stands") {
  Shop shop;
  const auto returned = [&](int n) {
    std::int64_t count = 0;
    for (const ChannelLine& line : shop.moved(Movement::refund)) count += line.amount.minor() == 100 + n ? 1 : 0;
    return count;
  };
  Drill{shop,
        [&](int n) {
          shop.order(nth("o", n), 1'000);
          CHECK(shop.charge(nth("o", n), nth("p", n)).outcome == Outcome::paid);
          return refunding(nth("o", n), 100 + n, nth("k", n), n % 2 == 0 ? "" : nth("R", n));
        },
        Outcome::refunded, 8, returned}
      .run();
  CHECK(shop.balance("shop") + shop.balance("2150.CNY") == [&] {
    std::int64_t left = 0;
    for (const ChannelLine& line : shop.moved()) left += line.amount.minor();
    for (const ChannelLine& line : shop.moved(Movement::refund)) left -= line.amount.minor();
    return left;
  }());
}

TEST_CASE("a top-up killed at any step is booked once, and what was acknowledged stands") {
  Shop shop;
  Drill{shop, [](int n) { return topping_up("bob", 100 + n, nth("k", n)); }, Outcome::booked, 5,
        [&](int n) {
          return shop.number(
              "SELECT count(*) FROM entry e JOIN account a USING (account_id) WHERE a.code = 'bob' AND amount = " +
              std::to_string(100 + n));
        }}
      .run();
}

TEST_CASE("a refund from a balance killed at any step is given back once, and what was acknowledged stands") {
  Shop shop(Shop::Terms{.alice = 10'000'000});
  Drill{shop,
        [&](int n) {
          shop.order(nth("o", n), 1'000);
          CHECK(shop.pay(nth("o", n), nth("p", n)).outcome == Outcome::paid);
          return refunding(nth("o", n), 10, nth("k", n));
        },
        Outcome::refunded, 6,
        [&](int n) {
          return shop.number("SELECT count(*) FROM refund JOIN orders USING (order_id) WHERE order_no = '" +
                             nth("o", n) + "'");
        }}
      .run();
}

TEST_CASE("a recovery killed at any step leaves the rest to the next one") {
  Shop shop;
  int n = 0;
  for (const Step step : every_step) {
    for (int round = 0; round < rounds; ++round, ++n) {
      CAPTURE(label(step));
      CAPTURE(n);
      // What may lie open: a lost answer, a crash before the call, a late success of a cancelled order, a lost refund.
      const std::string order = nth("o", n);
      shop.order(order, 100 + n);
      switch (round % 4) {
        case 0:
          shop.bank().script(Behaviour::lose);
          CHECK(shop.charge(order, nth("k", n)).outcome == Outcome::outcome_unknown);
          break;
        case 1: CHECK(shop.crash_at(Step::channel_charge, charging(order, nth("k", n))).killed); break;
        case 2:
          shop.bank().script(Behaviour::late, seconds(10));
          CHECK(shop.charge(order, nth("k", n)).outcome == Outcome::outcome_unknown);
          CHECK(shop.cancel(order).outcome == Outcome::closing);
          break;
        default:
          CHECK(shop.charge(order, nth("k", n)).outcome == Outcome::paid);
          shop.bank().script(Behaviour::lose);
          CHECK(shop.refund(order, 100 + n, nth("r", n)).outcome == Outcome::outcome_unknown);
      }
      shop.wait(seconds(31));
      (void)shop.crash_at(
          step, 1 + round / 4 % 3,
          [](Till& till) {
            (void)till.engine.recover();
            return Reply{};
          },
          static_cast<unsigned>(round));
      come_back(shop);
      come_back(shop);
      const char* expected[] = {"paid", "paid", "cancelled", "refunded"};
      CHECK(shop.status(order) == expected[round % 4]);
      if (round % 5 == 4) expect_clean(shop);
    }
  }
  CHECK(shop.number("SELECT count(*) FROM attempt WHERE status IN ('dispatched', 'unknown')") == 0);
  CHECK(shop.number("SELECT count(*) FROM refund WHERE status IN ('requested', 'dispatched', 'unknown')") == 0);
  CHECK(shop.balance("2160.CNY") == 0);
  CHECK(shop.balance("2150.CNY") == 0);
  expect_clean(shop);
}
