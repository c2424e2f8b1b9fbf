#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/values/result.hpp"

namespace payonce {

/// A number of a JSON text by its exact value, read from its own digits and never through a double: 100, 100.0 and 1e2 are one,
/// -0 is 0, and 9007199254740993 is not 9007199254740992 (idempotency.md R8).
class Decimal {
 public:
  /// As many digits, and as large an exponent either way, as a number may be written with: far beyond any amount of money, and
  /// few enough that the longest number written out is some 130 characters.
  static constexpr int most_digits = 64;
  static constexpr int largest_exponent = 64;

  /// `text` is a number by the grammar of JSON; anything else, more digits or a larger exponent is refused.
  [[nodiscard]] static Result<Decimal> parse(std::string_view field, std::string_view text);
  [[nodiscard]] static Fault too_long(std::string_view field);

  /// Without an exponent and without a zero that says nothing: "100", "-0.05", "0".
  [[nodiscard]] const std::string& plain() const noexcept { return plain_; }
  /// As a 64-bit integer, where it is one.
  [[nodiscard]] std::optional<std::int64_t> whole() const;

  friend bool operator==(const Decimal&, const Decimal&) = default;

 private:
  explicit Decimal(std::string plain) : plain_(std::move(plain)) {}
  std::string plain_;  // one text a value
};

}  // namespace payonce
