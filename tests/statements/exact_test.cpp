// Amounts of statement files are what the file wrote: never rounded, never guessed.

#include "ledger/statements/exact.hpp"

#include <doctest/doctest.h>

#include "ledger/statements/file_break.hpp"

using namespace payonce;
using namespace payonce::statements;

namespace {

Currency currency(const char* code) { return Currency::parse("currency", code).value(); }

std::string read(const char* text, Marks marks, const char* code = "CNY") {
  const auto exact = Exact::parse("amount", text, currency(code), marks);
  return exact ? exact->text() : "refused";
}

}  // namespace

TEST_CASE("a grouping mark is what the file declares and nothing else") {
  const Marks comma{',', '.'};
  CHECK(read("-3.000", comma) == "-3000.00");
  CHECK(read("1.111,11", comma) == "1111.11");
  CHECK(read("-0,5", comma) == "-0.50");
  CHECK(read("1.11,11", comma) == "refused");
  CHECK(read("1111.11,0", comma) == "refused");
  CHECK(read("1,000.00", {'.', 0}) == "refused");
  CHECK(read("1,000.00", {'.', ','}) == "1000.00");
  CHECK(read("1,000,00.00", {'.', ','}) == "refused");
  CHECK(read(",100.00", {'.', ','}) == "refused");
}

TEST_CASE("a fee with five decimals is kept exactly and is no whole minor unit") {
  const auto fee = Exact::parse("fee", "0.01234", currency("CNY"), {}).value();
  CHECK(fee.units() == 1234);
  CHECK(fee.scale() == 5);
  CHECK_FALSE(fee.minor(currency("CNY")));
  const auto plain = Exact::parse("fee", "0.60000", currency("CNY"), {}).value();
  CHECK(plain.scale() == 2);
  CHECK(plain.minor(currency("CNY")) == 60);
  CHECK(Exact::sum(fee, plain)->text() == "0.61234");
  CHECK(Exact(60, currency("CNY")) == plain);
}

TEST_CASE("currencies without decimals and with three keep their own") {
  CHECK(read("100", {}, "JPY") == "100");
  CHECK(read("-2.345", {}, "KWD") == "-2.345");
  CHECK(read("300,", {',', 0}, "EUR") == "300.00");
}

TEST_CASE("what is no amount is refused") {
  for (const char* text : {"", "-", ".", "1e5", "4.2E+27", "1 000", "--1", "0x1", "1.0000000001", "1234567890123456"}) {
    CAPTURE(text);
    CHECK(read(text, {}) == "refused");
  }
}

TEST_CASE("a sum that does not fit is no sum") {
  const auto most = Exact::parse("amount", "999999999999999.99", currency("CNY"), {}).value();
  auto total = std::optional(most);
  int added = 1;
  while (total && added < 1000) {
    total = Exact::sum(*total, most);
    ++added;
  }
  CHECK_FALSE(total);
}

TEST_CASE("every break of a file has a name of its own and a sentence in both languages") {
  std::string seen;
  for (const FileBreak code : all_file_breaks) {
    CHECK(name(code).starts_with("file_"));
    CHECK(seen.find(std::string(name(code)) + " ") == std::string::npos);
    seen += std::string(name(code)) + " ";
    CHECK_FALSE(sentence(code).en.empty());
    CHECK_FALSE(sentence(code).zh.empty());
  }
}
