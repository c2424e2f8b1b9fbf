#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "ledger/values/currency.hpp"
#include "ledger/values/result.hpp"

namespace payonce {

/// The largest amount one line may carry: exact in a JSON double, and over 9,000 such lines still fit a 64-bit sum.
inline constexpr std::int64_t amount_cap_minor = 999'999'999'999'999;

/// Whole minor units of one currency. No floating point, no operator+: add() refuses overflow and mixed currencies.
/// May be zero or negative as a value (a balance, a difference); a line of the book is always 1..amount_cap_minor.
class Money {
 public:
  Money(std::int64_t minor, Currency currency) : minor_(minor), currency_(currency) {}

  [[nodiscard]] std::int64_t minor() const noexcept { return minor_; }
  [[nodiscard]] const Currency& currency() const noexcept { return currency_; }

  /// "CNY 100.00", "100.00 CNY" (either side; the currency is required). `field` names the input in a Fault.
  /// Decimal text only: an optional minus, digits, an optional point and digits. Excess digits, exponents, signs like "+",
  /// grouping marks, inner spaces, empty parts ("1." or ".5"), more than the cap: refused, never rounded (ledger.md 1.2).
  [[nodiscard]] static Result<Money> parse(std::string_view field, std::string_view text);
  /// The same for a bare number in a currency known beforehand.
  [[nodiscard]] static Result<Money> parse(std::string_view field, std::string_view number, Currency currency);

  /// "100.00": the number alone, with exactly the digits of the currency.
  [[nodiscard]] std::string decimal() const;
  /// "CNY 100.00"
  [[nodiscard]] std::string text() const;

  friend bool operator==(const Money&, const Money&) = default;

 private:
  std::int64_t minor_;
  Currency currency_;
};

[[nodiscard]] Result<Money> add(std::string_view field, const Money& left, const Money& right);
[[nodiscard]] Result<Money> subtract(std::string_view field, const Money& left, const Money& right);

}  // namespace payonce
