#include "ledger/values/currency.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

using namespace payonce;

TEST_CASE("a currency has ISO's number of digits, not ICU's") {
  // The fourteen for which ICU gives other digits stand among these (ledger.md 1.1, fact 8).
  const std::map<int, std::vector<std::string>> digits = {
      {0,
       {"BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF", "XOF",
        "XPF"}},
      {2, {"CNY", "USD", "EUR", "GBP", "HKD", "TWD", "HUF", "IDR", "COP", "AFN", "ALL", "IRR", "LAK", "LBP", "MMK",
           "SYP", "YER", "MGA", "KPW", "MRU", "CHE", "CHW", "MXV", "COU", "USN", "BOV", "ZWG", "XCG", "SLE", "VED"}},
      {3, {"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"}},
      {4, {"CLF", "UYW"}},
  };
  for (const auto& [exponent, codes] : digits) {
    for (const std::string& code : codes) {
      CAPTURE(code);
      const auto currency = Currency::parse("currency", code);
      REQUIRE(currency);
      CHECK(currency->exponent() == exponent);
      CHECK(currency->code() == code);
    }
    if (exponent == 2) continue;
    const auto counted = std::count_if(currencies().begin(), currencies().end(),
                                       [e = exponent](const Currency& c) { return c.exponent() == e; });
    CAPTURE(exponent);
    CHECK(static_cast<std::size_t>(counted) == codes.size());
  }
}

TEST_CASE("codes without a minor unit, withdrawn codes and other spellings are refused, each with its reason") {
  struct Case {
    std::string code;
    std::string en;
  };
  const std::vector<Case> cases = {
      {"XAU", "no minor unit"},
      {"XAG", "no minor unit"},
      {"XPT", "no minor unit"},
      {"XPD", "no minor unit"},
      {"XBA", "no minor unit"},
      {"XBB", "no minor unit"},
      {"XBC", "no minor unit"},
      {"XBD", "no minor unit"},
      {"XDR", "no minor unit"},
      {"XSU", "no minor unit"},
      {"XUA", "no minor unit"},
      {"XXX", "no minor unit"},
      {"XTS", "no minor unit"},
      {"DEM", "no currency"},
      {"HRK", "no currency"},
      {"SLL", "no currency"},
      {"ZWL", "no currency"},
      {"CNH", "no currency"},
      {"BTC", "no currency"},
      {"AAA", "no currency"},
      {"ZZZ", "no currency"},
      {"cny", "capitals: CNY"},
      {"Cny", "capitals: CNY"},
      {"xau", "three capital letters"},
      {"aaa", "three capital letters"},
      {"", "no currency is given"},
      {"CN", "three capital letters"},
      {"CNYY", "three capital letters"},
      {"CN1", "three capital letters"},
      {" CNY", "three capital letters"},
      {"CN ", "three capital letters"},
      {"元", "three capital letters"},
      {"@@@", "three capital letters"},
      {"[[[", "three capital letters"},
      {std::string("CN\0", 3), "three capital letters"},
  };
  for (const Case& expected : cases) {
    CAPTURE(expected.code);
    const auto currency = Currency::parse("settle_in", expected.code);
    REQUIRE_FALSE(currency);
    CHECK(currency.error().field == "settle_in");
    CHECK(currency.error().why.en.find(expected.en) != std::string::npos);
    CHECK_FALSE(currency.error().why.zh.empty());
  }
}

TEST_CASE("every currency known is listed once, in order, and is parsed from its own code") {
  const auto all = currencies();
  CHECK(all.size() > 150);
  for (std::size_t n = 0; n < all.size(); ++n) {
    CAPTURE(all[n].code());
    CHECK(*Currency::parse("currency", all[n].code()) == all[n]);
    if (n > 0) CHECK(all[n - 1].code() < all[n].code());
  }
}
