#include "ledger/wire/decimal.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace payonce;

TEST_CASE("a number is its exact value, however it is spelt") {
  struct Case {
    std::string text;
    std::string plain;
  };
  const std::vector<Case> cases{
      {"0", "0"},
      {"-0", "0"},
      {"-0.000", "0"},
      {"0e64", "0"},
      {"100", "100"},
      {"100.0", "100"},
      {"1e2", "100"},
      {"1E+2", "100"},
      {"1e+0000000000000000000000002", "100"},
      {"10000e-2", "100"},
      {"0.001e5", "100"},
      {"-12.50", "-12.5"},
      {"1e-3", "0.001"},
      {"123e-2", "1.23"},
      {"0.1", "0.1"},
      {"9007199254740993", "9007199254740993"},
      {"9007199254740992", "9007199254740992"},
      {"9007199254740993.0", "9007199254740993"},
      {"0.30000000000000004", "0.30000000000000004"},
      {std::string(64, '9'), std::string(64, '9')},
      {"1e64", "1" + std::string(64, '0')},
      {"1e-64", "0." + std::string(63, '0') + "1"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.text);
    const Result<Decimal> number = Decimal::parse("n", one.text);
    REQUIRE(number);
    CHECK(number->plain() == one.plain);
  }
}

TEST_CASE("more digits or a larger exponent than is taken is refused, and so is what is no JSON number") {
  const std::vector<std::string> too_long{
      std::string(65, '1'),           "0." + std::string(64, '1'),    "1e65", "1e-65", "0e65",
      "1e99999999999999999999999999", "1e-99999999999999999999999999"};
  for (const std::string& text : too_long) {
    CAPTURE(text);
    const Result<Decimal> number = Decimal::parse("n", text);
    REQUIRE_FALSE(number);
    CHECK(number.error().field == "n");
    CHECK(number.error().why.en == "has more than 64 digits or an exponent beyond 64");
  }
  for (const std::string text : {"",   "-",  "+1",  "01",  "-01",      ".5",    "5.",  "1e",    "1e+",   "0x10",
                                 "1 ", " 1", "1,5", "NaN", "Infinity", "1_000", "--1", "1.2.3", "1e2.5", "１"}) {
    CAPTURE(text);
    const Result<Decimal> number = Decimal::parse("n", text);
    REQUIRE_FALSE(number);
    CHECK(number.error().why.en == "is no number");
  }
}

TEST_CASE("a whole number of 64 bits is one to the last unit, and nothing beside it is") {
  const auto whole = [](const char* text) { return Decimal::parse("n", text)->whole(); };
  CHECK(whole("9223372036854775807") == 9223372036854775807);
  CHECK(whole("-9223372036854775808") == std::numeric_limits<std::int64_t>::min());
  CHECK(whole("9007199254740993") == 9007199254740993);
  CHECK(whole("2.000") == 2);
  CHECK(whole("-0") == 0);
  CHECK_FALSE(whole("9223372036854775808"));
  CHECK_FALSE(whole("1e64"));
  CHECK_FALSE(whole("0.5"));
}
