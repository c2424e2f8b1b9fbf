// The fifth layer over a whole life, over 1,000 random steps, and what it lists without calling it a finding.

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "tests/layers/reconciliation_life.hpp"
#include "tests/support/seed.hpp"

using namespace payonce;
using namespace payonce::test;
using reconciliation::Conclusion;

namespace {

using Random = std::mt19937_64;

std::string one_of(Random& random, std::string_view prefix, unsigned count) {
  return std::string(prefix) + std::to_string(random() % count);
}

/// What a day may bring, drawn: requests fresh and repeated, a channel in every mood, recovery, time.
void something(Shop& shop, Random& random) {
  const std::string order = one_of(random, "o", 60);
  const std::string key = one_of(random, "k", 400);
  switch (random() % 14) {
    case 0:
    case 1: shop.order(order, 1 + static_cast<std::int64_t>(random() % 20'000)); break;
    case 2:
    case 3: (void)shop.pay(order, key); break;
    case 4:
    case 5: (void)shop.charge(order, key); break;
    case 6: (void)shop.refund(order, 1 + static_cast<std::int64_t>(random() % 9'000), key); break;
    case 7: (void)shop.topup("alice", 1 + static_cast<std::int64_t>(random() % 30'000), key); break;
    case 8: (void)shop.transfer("alice", "bob", 1 + static_cast<std::int64_t>(random() % 3'000), key); break;
    case 9: (void)shop.cancel(order); break;
    case 10: (void)shop.ship(order); break;
    case 11: {
      const Behaviour mood = every_behaviour[random() % every_behaviour.size()];
      shop.bank().script(mood,
                         takes_duration(mood) ? seconds(static_cast<std::int64_t>(1 + random() % 20)) : Duration{});
      break;
    }
    case 12: (void)shop.recover(); break;
    default: shop.wait(seconds(static_cast<std::int64_t>(random() % 40))); break;
  }
}

}  // namespace

TEST_CASE("a life in which everything has happened breaks no law, and both sides agree") {
  Shop shop;
  live(shop);
  const auto report = report_of(shop, true);
  CHECK(broken(report) == std::vector<std::string>{});
  CHECK(codes(report) == std::vector<std::string>{});
  CHECK(report.conclusion() == Conclusion::clean);
  CHECK(report.channels.at(0).lines >= 5);
  CHECK(report.channels.at(0).matched == report.channels.at(0).lines);
  for (const auto& total : report.channels.at(0).totals) CHECK(total.unexplained() == 0);
}

TEST_CASE("a thousand drawn steps break no law, and every difference with the channel is explained") {
  const std::uint64_t seed = seed_or(20'261'130);
  INFO("PAYONCE_SEED=", seed);
  Random random(seed);
  Shop shop;
  for (int step = 0; step < 1'000; ++step) something(shop, random);
  auto report = report_of(shop, true);
  for (const auto& law : report.laws) {
    if (law.broken != 0) FAIL_CHECK(law.name, ": ", law.breaches.front().subject, " ", law.breaches.front().detail);
  }
  for (const auto& channel : report.channels) {
    for (const auto& total : channel.totals) CHECK(total.unexplained() == 0);
    // What the bank moved and we have not heard of yet; nothing else may differ.
    for (const auto& difference : channel.differences) CHECK(name(difference.code) == "status_lag");
  }
  // Time passes and everything open is asked about: then both sides agree.
  for (int round = 0; round < 20; ++round) {
    shop.wait(minutes(5));
    (void)shop.recover();
  }
  report = report_of(shop, true);
  CHECK(broken(report) == std::vector<std::string>{});
  CHECK(codes(report) == std::vector<std::string>{});
  CHECK(report.vouchers > 100);
}

TEST_CASE("what is open is listed, and is no finding") {
  Shop shop;
  live(shop);
  const auto report = report_of(shop);
  const auto open = [&](std::string_view kind, std::string_view state) {
    return std::count_if(report.open.begin(), report.open.end(),
                         [&](const auto& item) { return item.kind == kind && item.state == state; });
  };
  CHECK(open("attempt", "unknown") == 1);
  CHECK(open("refund", "requested") == 1);
  CHECK(open("key", "unknown") == 1);
  CHECK(report.findings() == 0);
}

TEST_CASE("a notice that nobody has taken is listed") {
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::twice);
  CHECK(shop.charge("o1", "k1").outcome == Outcome::paid);
  shop.wait(seconds(1));
  const auto report = report_of(shop);
  REQUIRE(report.open.size() == 1);
  CHECK(report.open.front().kind == "notice");
  CHECK(report.open.front().amount == cny(10'000));
  CHECK(report.conclusion() == Conclusion::clean);
}

TEST_CASE("reconciling changes nothing in either file") {
  Shop shop;
  live(shop);
  const auto before = shop.number("SELECT total_changes()");
  const auto count =
      "SELECT count(*) + (SELECT count(*) FROM entry) + (SELECT latest_ns FROM meta) FROM idempotency_key";
  const auto rows = shop.number(count);
  (void)report_of(shop, true);
  CHECK(shop.number("SELECT total_changes()") == before);
  CHECK(shop.number(count) == rows);
}
