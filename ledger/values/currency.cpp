#include "ledger/values/currency.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <vector>

namespace payonce {
namespace {

// ISO 4217 as published on 2024-06-25, by number of minor digits, together with XCG, which replaced ANG afterwards.
// ANG and BGN stay readable, since older books and files still name them. Gold, silver, platinum, palladium, the bond
// market units, the SDR, SUCRE, the ADB unit, the test code and "no currency" have no minor unit and are left out.
constexpr std::string_view digits_0 = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF ";
constexpr std::string_view digits_2 =
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF "
    "CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG "
    "HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK "
    "MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE "
    "SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW "
    "ZWG ";
constexpr std::string_view digits_3 = "BHD IQD JOD KWD LYD OMR TND ";
constexpr std::string_view digits_4 = "CLF UYW ";
constexpr std::string_view without_unit = "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX ";

constexpr std::int8_t unknown = -1;
constexpr std::int8_t unitless = -2;
constexpr std::size_t places = 26UL * 26 * 26;

constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr std::size_t letter(char c) { return static_cast<std::size_t>(c - 'A'); }
constexpr std::size_t place(std::string_view code) {
  return (letter(code[0]) * 26 + letter(code[1])) * 26 + letter(code[2]);
}

/// One byte for each code that three letters can spell, so that looking one up is a single load.
consteval std::array<std::int8_t, places> make_exponents() {
  std::array<std::int8_t, places> table{};
  table.fill(unknown);
  const auto enter = [&table](std::string_view codes, std::int8_t exponent) {
    for (std::size_t at = 0; at < codes.size(); at += 4) table[place(codes.substr(at, 3))] = exponent;
  };
  enter(digits_0, 0);
  enter(digits_2, 2);
  enter(digits_3, 3);
  enter(digits_4, 4);
  enter(without_unit, unitless);
  return table;
}
constexpr std::array<std::int8_t, places> exponents = make_exponents();

/// The code in capitals where that would be a currency, or nothing.
std::string capitals_would_do(std::string_view code) {
  std::string capitals;
  for (const char c : code) capitals += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  for (const char c : capitals) {
    if (!is_upper(c)) return {};
  }
  return capitals != code && exponents[place(capitals)] >= 0 ? capitals : std::string{};
}

Fault refused(std::string_view field, std::string_view code) {
  if (code.empty()) {
    return {std::string(field), {"no currency is given, write one as in CNY", "没有写币种，例如 CNY"}};
  }
  if (code.size() == 3) {
    if (const std::string capitals = capitals_would_do(code); !capitals.empty()) {
      return {std::string(field),
              {fmt::format("currency codes are written in capitals: {}", capitals),
               fmt::format("币种代码须用大写：{}", capitals)}};
    }
    if (is_upper(code[0]) && is_upper(code[1]) && is_upper(code[2])) {
      if (exponents[place(code)] == unitless) {
        return {std::string(field),
                {fmt::format("{} has no minor unit and cannot be paid in", code),
                 fmt::format("{} 没有最小货币单位，不能用于支付", code)}};
      }
      return {std::string(field),
              {fmt::format("{} is no currency of ISO 4217", code), fmt::format("{} 不是 ISO 4217 币种", code)}};
    }
  }
  return {std::string(field), {"a currency is three capital letters, as in CNY", "币种是三个大写字母，例如 CNY"}};
}

}  // namespace

Result<Currency> Currency::parse(std::string_view field, std::string_view code) {
  if (code.size() == 3 && is_upper(code[0]) && is_upper(code[1]) && is_upper(code[2])) {
    const std::int8_t exponent = exponents[place(code)];
    if (exponent >= 0) return Currency({code[0], code[1], code[2], '\0'}, exponent);
  }
  return refused(field, code);
}

std::span<const Currency> currencies() {
  static const std::vector<Currency> all = [] {
    std::vector<Currency> list;
    for (std::size_t at = 0; at < places; ++at) {
      if (exponents[at] < 0) continue;
      const auto nth = [](std::size_t n) { return static_cast<char>('A' + static_cast<int>(n % 26)); };
      list.push_back(Currency({nth(at / 676), nth(at / 26), nth(at), '\0'}, exponents[at]));
    }
    return list;
  }();
  return all;
}

}  // namespace payonce
