#include "ledger/values/money.hpp"

#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <string>
#include <vector>

using namespace payonce;

namespace {

Currency currency(std::string_view code) { return *Currency::parse("currency", code); }

struct Taken {
  std::string text;
  std::int64_t minor;
  std::string code;
};

struct Refused {
  std::string text;
  std::string en;  // what the reason must say
  std::string zh;
};

}  // namespace

TEST_CASE("decimal text is read to the last minor unit, with the currency on either side") {
  const std::vector<Taken> cases = {
      {"CNY 1", 100, "CNY"},
      {"1 CNY", 100, "CNY"},
      {"CNY 100.00", 10'000, "CNY"},
      {"100.00 CNY", 10'000, "CNY"},
      {"CNY 100.5", 10'050, "CNY"},
      {"CNY 0.01", 1, "CNY"},
      {"CNY 0", 0, "CNY"},
      {"CNY 00.10", 10, "CNY"},  // leading zeros have one meaning only, never octal
      {"CNY 010", 1'000, "CNY"},
      {"CNY -0.01", -1, "CNY"},
      {"-1.50 CNY", -150, "CNY"},
      {"CNY -0", 0, "CNY"},
      {"JPY 500", 500, "JPY"},
      {"KWD 12.345", 12'345, "KWD"},
      {"-2.345 KWD", -2'345, "KWD"},
      {"CLF 1.2345", 12'345, "CLF"},
      {"UYW 0.0001", 1, "UYW"},
      {"CNY 9999999999999.99", amount_cap_minor, "CNY"},
      {"CNY -9999999999999.99", -amount_cap_minor, "CNY"},
      {"JPY 999999999999999", amount_cap_minor, "JPY"},
      {"CNY " + std::string(1000, '0') + "7", 700, "CNY"},
  };
  for (const Taken& expected : cases) {
    CAPTURE(expected.text);
    const auto money = Money::parse("amount", expected.text);
    REQUIRE(money);
    CHECK(money->minor() == expected.minor);
    CHECK(money->currency().code() == expected.code);
  }
}

TEST_CASE("excess digits are refused, not rounded") {
  const std::vector<Refused> cases = {
      {"CNY 1.000", "has 3 decimals, CNY has 2", "有 3 位小数，CNY 只有 2 位"},
      {"CNY 1.005", "has 3 decimals, CNY has 2", "有 3 位小数，CNY 只有 2 位"},
      {"1.2345 KWD", "has 4 decimals, KWD has 3", "有 4 位小数，KWD 只有 3 位"},
      {"JPY 500.0", "has 1 decimal, JPY has 0", "有 1 位小数，JPY 只有 0 位"},
      {"CLF 0.00001", "has 5 decimals, CLF has 4", "有 5 位小数，CLF 只有 4 位"},
      {"CNY 1." + std::string(1000, '0'), "has 1000 decimals, CNY has 2", "有 1000 位小数，CNY 只有 2 位"},
  };
  for (const Refused& expected : cases) {
    CAPTURE(expected.text);
    const auto money = Money::parse("refund", expected.text);
    REQUIRE_FALSE(money);
    CHECK(money.error().field == "refund");
    CHECK(money.error().why.en == expected.en);
    CHECK(money.error().why.zh == expected.zh);
  }
}

TEST_CASE("what is no amount is refused with the field named and a reason in both languages") {
  const std::string nul("CNY 1\0", 6);
  const std::string nul_inside("CNY 1\0.5", 8);
  const std::vector<Refused> cases = {
      {"", "no amount is given", "没有写金额"},
      {" ", "exactly one space", "有且只有一个空格"},
      {"CNY", "the amount is missing", "缺少金额"},
      {"100", "the currency is missing", "缺少币种"},
      {"CNY100", "the currency is missing", "缺少币种"},
      {"¥100", "the currency is missing", "缺少币种"},
      {"CNY ", "exactly one space", "有且只有一个空格"},
      {" 100", "exactly one space", "有且只有一个空格"},
      {"CNY  1", "exactly one space", "有且只有一个空格"},
      {" CNY 1", "exactly one space", "有且只有一个空格"},
      {"CNY 1 ", "exactly one space", "有且只有一个空格"},
      {"CNY 1 CNY", "exactly one space", "有且只有一个空格"},
      {"CNY 1 000", "exactly one space", "有且只有一个空格"},
      {"CNY\t1", "the currency is missing", "缺少币种"},
      {"CNY 1\t", "a space inside", "有空格"},
      {"CNY 1\n", "character 2", "第 2 个字符"},
      {nul, "character 2", "第 2 个字符"},
      {nul_inside, "character 2", "第 2 个字符"},
      {"CNY 1.", "a digit on both sides", "两边"},
      {"CNY .5", "a digit on both sides", "两边"},
      {"CNY .", "a digit on both sides", "两边"},
      {"CNY -", "a digit on both sides", "两边"},
      {"CNY -.5", "a digit on both sides", "两边"},
      {"CNY 1.2.3", "more than one decimal point", "小数点多于一个"},
      {"CNY 1..2", "more than one decimal point", "小数点多于一个"},
      {"CNY +1", "plus sign", "加号"},
      {"CNY --1", "minus sign", "负号"},
      {"CNY 1-", "minus sign", "负号"},
      {"CNY 1.-5", "minus sign", "负号"},
      {"CNY 1e2", "exponents", "科学计数法"},
      {"CNY 1E2", "exponents", "科学计数法"},
      {"CNY 1,000.00", "grouping marks", "千位分隔符"},
      {"CNY 1,5", "grouping marks", "千位分隔符"},
      {"CNY 1_000", "grouping marks", "千位分隔符"},
      {"CNY 1'000", "grouping marks", "千位分隔符"},
      {"CNY 0x10", "character 2", "第 2 个字符"},
      {"CNY abc", "character 1", "第 1 个字符"},
      {"CNY １００", "full-width", "全角"},
      {"CNY 1．5", "full-width", "全角"},
      {"CNY 1。5", "full-width", "全角"},
      {"CNY ١٢", "full-width or other", "其他字符"},
      {"CNY \xFF", "full-width or other", "其他字符"},
      {"CNY −1", "full-width or other", "其他字符"},  // U+2212, which looks like a minus
      {"CNY 一百", "full-width or other", "其他字符"},
      {"cny 1", "capitals: CNY", "大写：CNY"},
      {"1 cny", "capitals: CNY", "大写：CNY"},
      {"XAU 1", "XAU has no minor unit", "XAU 没有最小货币单位"},
      {"1 XXX", "XXX has no minor unit", "XXX 没有最小货币单位"},
      {"ABC 1", "ABC is no currency", "ABC 不是"},
      {"RMB 1", "RMB is no currency", "RMB 不是"},
      {"CN 1", "three capital letters", "三个大写字母"},
      {"1 2", "three capital letters", "三个大写字母"},
      {"CNYX 1", "three capital letters", "三个大写字母"},
  };
  for (const Refused& expected : cases) {
    CAPTURE(expected.text);
    const auto money = Money::parse("amount", expected.text);
    REQUIRE_FALSE(money);
    CHECK(money.error().field == "amount");
    CHECK(money.error().why.en.find(expected.en) != std::string::npos);
    CHECK(money.error().why.zh.find(expected.zh) != std::string::npos);
  }
}

TEST_CASE("the cap is taken and one minor unit more is refused as an overflow") {
  const std::vector<std::string> over = {
      "CNY 10000000000000.00", "CNY -10000000000000.00",   "CNY 10000000000000",       "JPY 1000000000000000",
      "KWD 1000000000000.000", "CNY 92233720368547758.08", "CNY 18446744073709551616", "CNY " + std::string(1000, '9')};
  for (const std::string& text : over) {
    CAPTURE(text);
    const auto money = Money::parse("amount", text);
    REQUIRE_FALSE(money);
    CHECK(money.error().why.en.find("amount_overflow") == 0);
    CHECK(money.error().why.zh.find("amount_overflow") == 0);
  }
  const auto cap = Money::parse("amount", "KWD 999999999999.999");
  REQUIRE(cap);
  CHECK(cap->minor() == amount_cap_minor);
}

TEST_CASE("a bare number is read in the currency known beforehand and must not bring its own") {
  CHECK(Money::parse("amount", "12.50", currency("CNY"))->minor() == 1250);
  CHECK(Money::parse("amount", "12", currency("JPY"))->minor() == 12);
  CHECK_FALSE(Money::parse("amount", "CNY 12.50", currency("CNY")));
  CHECK_FALSE(Money::parse("amount", "", currency("CNY")));
  CHECK_FALSE(Money::parse("amount", " 1", currency("CNY")));
}

TEST_CASE("an amount is shown with exactly the digits of its currency, and what is shown is read back") {
  struct Shown {
    std::int64_t minor;
    std::string code;
    std::string text;
  };
  const std::vector<Shown> cases = {
      {0, "CNY", "CNY 0.00"},
      {5, "CNY", "CNY 0.05"},
      {-5, "CNY", "CNY -0.05"},
      {10'000, "CNY", "CNY 100.00"},
      {0, "JPY", "JPY 0"},
      {80'000, "JPY", "JPY 80000"},
      {-1, "JPY", "JPY -1"},
      {12'345, "KWD", "KWD 12.345"},
      {10'000, "KWD", "KWD 10.000"},
      {7, "CLF", "CLF 0.0007"},
      {amount_cap_minor, "CNY", "CNY 9999999999999.99"},
  };
  for (const Shown& expected : cases) {
    CAPTURE(expected.text);
    const Money money(expected.minor, currency(expected.code));
    CHECK(money.text() == expected.text);
    CHECK(money.decimal() == expected.text.substr(4));
    CHECK(*Money::parse("amount", expected.text) == money);
  }
  const Currency cny = currency("CNY");
  CHECK(Money(std::numeric_limits<std::int64_t>::min(), cny).decimal() == "-92233720368547758.08");
  CHECK(Money(std::numeric_limits<std::int64_t>::max(), cny).decimal() == "92233720368547758.07");
  CHECK(Money(std::numeric_limits<std::int64_t>::min(), currency("JPY")).decimal() == "-9223372036854775808");
}

TEST_CASE("sums and differences refuse overflow and mixed currencies instead of wrapping") {
  const Currency cny = currency("CNY");
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();

  CHECK(add("balance", Money(1, cny), Money(2, cny))->minor() == 3);
  CHECK(subtract("balance", Money(1, cny), Money(2, cny))->minor() == -1);
  CHECK(add("balance", Money(most - 1, cny), Money(1, cny))->minor() == most);
  CHECK(subtract("balance", Money(least + 1, cny), Money(1, cny))->minor() == least);

  const auto above = add("balance", Money(most, cny), Money(1, cny));
  REQUIRE_FALSE(above);
  CHECK(above.error().field == "balance");
  CHECK(above.error().why.en.find("amount_overflow") == 0);
  CHECK_FALSE(add("balance", Money(least, cny), Money(-1, cny)));
  CHECK_FALSE(subtract("balance", Money(least, cny), Money(1, cny)));
  CHECK_FALSE(subtract("balance", Money(0, cny), Money(least, cny)));

  const auto mixed = add("balance", Money(1, cny), Money(1, currency("JPY")));
  REQUIRE_FALSE(mixed);
  CHECK(mixed.error().why.en == "CNY and JPY do not mix");
  CHECK_FALSE(subtract("balance", Money(1, cny), Money(1, currency("USD"))));
  CHECK_FALSE(Money(1, cny) == Money(1, currency("JPY")));
}

TEST_CASE("B082: a yen amount is not multiplied by a hundred, and a fraction of a yen is refused") {
  const Money paid = *Money::parse("amount", "80000 JPY");
  const Money refund = *Money::parse("amount", "500 JPY");
  CHECK(refund.minor() == 500);
  CHECK(subtract("amount", paid, refund)->text() == "JPY 79500");
  CHECK(Money::parse("amount", "700", paid.currency())->text() == "JPY 700");
  CHECK_FALSE(Money::parse("amount", "500.00 JPY"));
}

TEST_CASE("B086: ten cents added a hundred thousand times and taken away again leave nothing over") {
  const Currency usd = currency("USD");
  Money wallet(0, usd);
  const auto book = [&wallet, usd](std::string_view number) {
    wallet = *add("wallet", wallet, *Money::parse("amount", number, usd));
  };
  for (const char* number : {"0.10", "0.10", "0.10", "4.20", "12.60", "-15.18"}) book(number);
  CHECK(wallet.text() == "USD 1.92");
  CHECK(wallet == *Money::parse("amount", "USD 1.92"));
  for (int n = 0; n < 100'000; ++n) book("0.01");
  CHECK(wallet.text() == "USD 1001.92");
  for (int n = 0; n < 100'000; ++n) book("-0.01");
  CHECK(wallet.text() == "USD 1.92");
}

TEST_CASE("B088: three decimals of a dinar stay three decimals, wherever they are shown") {
  const Money paid = *Money::parse("amount", "12.345 KWD");
  const Money refund = *Money::parse("refund", "2.345", paid.currency());
  CHECK(subtract("left", paid, refund)->text() == "KWD 10.000");
  CHECK_FALSE(Money::parse("refund", "1.2345", paid.currency()));
  const Money row = *Money::parse("statement", "-2.345 KWD");
  CHECK(add("matched", row, refund)->minor() == 0);
}
