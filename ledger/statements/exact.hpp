#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/values/currency.hpp"
#include "ledger/values/result.hpp"

namespace payonce::statements {

/// How amounts are written in one file. Nothing is guessed: "1.000" is one or one thousand, and only the format or a map file
/// can say which (public-faults.md B132).
struct Marks {
  char decimal = '.';
  char grouping = 0;  // 0: none; else a mark that stands before each three digits
};

/// An amount as its file wrote it, exactly: units of 10^-scale of the currency. Statements hold fees with five decimals, which
/// are no whole minor units, and rounding them would make up money; so an amount keeps its own scale, never below the
/// currency's (reconciliation.md section 2, common rules).
class Exact {
 public:
  static constexpr int finest_scale = 9;

  Exact() = default;
  /// Whole minor units of a currency.
  Exact(std::int64_t minor, const Currency& currency) : units_(minor), scale_(currency.exponent()) {}

  /// Digits with the marks of the file, a sign before them; "300," and "300." are 300. Exponents, inner spaces, groups that
  /// are not of three digits, more than nine decimals or more than 15 digits before the mark are refused.
  [[nodiscard]] static Result<Exact> parse(std::string_view field, std::string_view text, const Currency& currency,
                                           Marks marks);

  [[nodiscard]] std::int64_t units() const noexcept { return units_; }
  [[nodiscard]] int scale() const noexcept { return scale_; }
  /// Nothing where the amount is finer than the currency's minor unit.
  [[nodiscard]] std::optional<std::int64_t> minor(const Currency& currency) const;
  [[nodiscard]] Exact negated() const;
  /// "0.01234": a point, and as many digits behind it as the scale says.
  [[nodiscard]] std::string text() const;

  /// Nothing where the sum does not fit: a file whose sums do not fit is refused by its reader.
  [[nodiscard]] static std::optional<Exact> sum(const Exact& left, const Exact& right);
  friend bool operator==(const Exact& left, const Exact& right);

 private:
  Exact(std::int64_t units, int scale) : units_(units), scale_(scale) {}
  std::int64_t units_ = 0;
  int scale_ = 0;
};

}  // namespace payonce::statements
