#include "ledger/values/split.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "tests/support/seed.hpp"

using namespace payonce;

namespace {

Currency cny() { return *Currency::parse("currency", "CNY"); }
Money money(std::int64_t minor) { return {minor, cny()}; }

std::vector<std::int64_t> minors(const std::vector<Money>& parts) {
  std::vector<std::int64_t> list;
  for (const Money& part : parts) list.push_back(part.minor());
  return list;
}

std::int64_t sum(const std::vector<std::int64_t>& list) {
  return std::accumulate(list.begin(), list.end(), std::int64_t{0});
}

/// Uniform enough for tests, and the same on every machine, which the distributions of the library are not.
std::int64_t up_to(std::mt19937_64& random, std::int64_t most) {
  return static_cast<std::int64_t>(random() % (static_cast<std::uint64_t>(most) + 1));
}

}  // namespace

TEST_CASE("a whole is split by largest remainder, ties by order") {
  struct Case {
    std::int64_t whole;
    std::vector<std::int64_t> weights;
    std::vector<std::int64_t> parts;
  };
  const std::vector<Case> cases = {
      {100, {1, 1, 1}, {34, 33, 33}},
      {101, {1, 1, 1}, {34, 34, 33}},
      {-100, {1, 1, 1}, {-34, -33, -33}},
      {0, {1, 2}, {0, 0}},
      {1, {1, 1}, {1, 0}},
      {1, {1, 2}, {0, 1}},
      {5, {0, 1, 0}, {0, 5, 0}},
      {10, {7, 2, 1}, {7, 2, 1}},
      {10, {333, 333, 334}, {3, 3, 4}},
      {7, {3}, {7}},
      {amount_cap_minor, {1, 1}, {500'000'000'000'000, 499'999'999'999'999}},
      {std::numeric_limits<std::int64_t>::min(), {1}, {std::numeric_limits<std::int64_t>::min()}},
  };
  for (const Case& expected : cases) {
    CAPTURE(expected.whole);
    const auto parts = split("amount", money(expected.whole), expected.weights);
    REQUIRE(parts);
    CHECK(minors(*parts) == expected.parts);
  }
}

TEST_CASE("among many equal shares the earlier ones get the units that are left") {
  const std::vector<std::int64_t> weights(100, 1);
  const auto parts = split("amount", money(1'037), weights);
  REQUIRE(parts);
  for (std::size_t n = 0; n < weights.size(); ++n) {
    CAPTURE(n);
    CHECK((*parts)[n].minor() == (n < 37 ? 11 : 10));
  }
}

TEST_CASE("nothing is split among nobody, and no share is negative") {
  const std::vector<std::int64_t> nobody;
  const std::vector<std::int64_t> zeros = {0, 0};
  const std::vector<std::int64_t> negative = {1, -1, 5};
  for (const auto& weights : {nobody, zeros, negative}) {
    const auto parts = split("amount", money(100), weights);
    REQUIRE_FALSE(parts);
    CHECK(parts.error().field == "amount");
    CHECK_FALSE(parts.error().why.zh.empty());
  }
}

TEST_CASE("ten thousand splits sum to their whole, each part less than a unit from its exact share") {
  const std::uint64_t seed = test::seed_or(42);
  INFO("PAYONCE_SEED=", seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 10'000; ++n) {
    std::vector<std::int64_t> weights(1 + random() % 8);
    const bool huge = n % 10 == 0;
    for (auto& weight : weights) weight = huge ? static_cast<std::int64_t>(random() >> 1) : up_to(random, 1000);
    weights.back() += weights.back() == 0 ? 1 : 0;
    const std::int64_t whole = huge ? static_cast<std::int64_t>(random()) : up_to(random, 2 * 1'000'000) - 1'000'000;
    CAPTURE(n);
    CAPTURE(whole);
    const auto parts = split("amount", money(whole), weights);
    REQUIRE(parts);
    const auto shares = minors(*parts);
    REQUIRE(shares.size() == weights.size());
    REQUIRE(sum(shares) == whole);
    if (huge) continue;  // the exact share needs more than 64 bits to check
    const std::int64_t total = sum(weights);
    for (std::size_t part = 0; part < shares.size(); ++part) {
      REQUIRE(std::abs(shares[part] * total - whole * weights[part]) < total);
    }
  }
}

TEST_CASE("tax is given back cumulatively, so that three thirds of a refund end at zero") {
  // 100.00 sold as 87.72 net and 12.28 tax: rounding each third alone would give back 12.27 or 12.30.
  const std::vector<Money> parts = {money(87'72), money(12'28)};
  std::vector<std::int64_t> given(2, 0);
  std::int64_t before = 0;
  for (const std::int64_t now : {33'33, 33'33, 33'34}) {
    const auto step = split_refund("refund", parts, money(before), money(now));
    REQUIRE(step);
    CHECK(sum(minors(*step)) == now);
    for (std::size_t n = 0; n < 2; ++n) given[n] += (*step)[n].minor();
    before += now;
  }
  CHECK(given == std::vector<std::int64_t>{87'72, 12'28});
}

TEST_CASE("what is due so far is rounded half up, part by part") {
  struct Case {
    std::vector<std::int64_t> sold;
    std::int64_t before;
    std::int64_t now;
    std::vector<std::int64_t> given;
  };
  const std::vector<Case> cases = {
      {{50, 50}, 0, 1, {1, 0}},  // a half goes to the earlier part
      {{50, 50}, 1, 1, {0, 1}},       {{87'72, 12'28}, 0, 1, {1, 0}}, {{12'28, 87'72}, 0, 4, {0, 4}},  // 0.49
      {{12'28, 87'72}, 4, 1, {1, 0}},                                                                  // 0.61
      {{0, 7}, 0, 3, {0, 3}},         {{7, 0}, 3, 4, {4, 0}},         {{1, 1, 1}, 0, 2, {1, 1, 0}},
      {{1, 1, 1}, 2, 1, {0, 0, 1}},
  };
  for (const Case& expected : cases) {
    CAPTURE(expected.before);
    CAPTURE(expected.now);
    std::vector<Money> parts;
    for (const std::int64_t minor : expected.sold) parts.push_back(money(minor));
    const auto refund = split_refund("refund", parts, money(expected.before), money(expected.now));
    REQUIRE(refund);
    CHECK(minors(*refund) == expected.given);
  }
}

TEST_CASE("ten thousand refunds in any number of steps give every part back to exactly zero") {
  const std::uint64_t seed = test::seed_or(43);
  INFO("PAYONCE_SEED=", seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 10'000; ++n) {
    CAPTURE(n);
    std::vector<Money> parts;
    const std::size_t count = 1 + random() % 5;
    const std::int64_t most = n % 7 == 0 ? amount_cap_minor : n % 3 == 0 ? 20 : 100'000;
    std::int64_t left = 0;
    for (std::size_t part = 0; part < count; ++part) {
      parts.push_back(money(random() % 6 == 0 ? 0 : up_to(random, most)));
      left += parts.back().minor();
    }
    std::vector<std::int64_t> given(count, 0);
    std::int64_t before = 0;
    for (int step = 0; left > 0; ++step) {
      const std::int64_t now = step > 10 ? left : up_to(random, left);
      const auto refund = split_refund("refund", parts, money(before), money(now));
      REQUIRE(refund);
      REQUIRE(sum(minors(*refund)) == now);
      for (std::size_t part = 0; part < count; ++part) {
        REQUIRE((*refund)[part].minor() >= 0);
        given[part] += (*refund)[part].minor();
        REQUIRE(given[part] <= parts[part].minor());
      }
      before += now;
      left -= now;
    }
    std::vector<std::int64_t> sold;
    for (const Money& part : parts) sold.push_back(part.minor());
    REQUIRE(given == sold);
  }
}

TEST_CASE("more than is left is refused, naming both amounts") {
  const std::vector<Money> parts = {money(90), money(10)};
  const auto over = split_refund("refund", parts, money(60), money(41));
  REQUIRE_FALSE(over);
  CHECK(over.error().field == "refund");
  CHECK(over.error().why.en == "CNY 0.41 is more than the CNY 0.40 that is left");
  CHECK(over.error().why.zh == "CNY 0.41 超过剩余的 CNY 0.40");
  CHECK(split_refund("refund", parts, money(60), money(40)));
  CHECK(split_refund("refund", parts, money(100), money(0)));

  const Money yen(10, *Currency::parse("currency", "JPY"));
  CHECK_FALSE(split_refund("refund", parts, money(0), yen));
  CHECK_FALSE(split_refund("refund", parts, yen, money(1)));
  CHECK_FALSE(split_refund("refund", std::vector<Money>{money(90), yen}, money(0), money(1)));
  CHECK_FALSE(split_refund("refund", parts, money(-1), money(1)));
  CHECK_FALSE(split_refund("refund", parts, money(1), money(-1)));
  CHECK_FALSE(split_refund("refund", std::vector<Money>{money(-1)}, money(0), money(0)));
  CHECK_FALSE(split_refund("refund", {}, money(0), money(0)));
  CHECK_FALSE(split_refund("refund", parts, money(std::numeric_limits<std::int64_t>::max()), money(1)));
}

TEST_CASE("B084: the third leg is derived from the rounded other two, and three decimals are refused") {
  CHECK_FALSE(Money::parse("proceeds", "1000.005 USD"));
  const std::uint64_t seed = test::seed_or(44);
  INFO("PAYONCE_SEED=", seed);
  std::mt19937_64 random(seed);
  for (int n = 0; n < 10'000; ++n) {
    const Money proceeds = money(up_to(random, 10'000'000));
    const Money cost = money(up_to(random, 10'000'000));
    const auto gain = subtract("gain", proceeds, cost);
    REQUIRE(gain);
    const auto both = add("proceeds", cost, *gain);
    REQUIRE(both);
    REQUIRE(*both == proceeds);
    REQUIRE(*Money::parse("gain", gain->text()) == *gain);
  }
}
