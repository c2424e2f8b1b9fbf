#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "ledger/values/result.hpp"

namespace payonce {

/// A currency by its ISO 4217 code with ISO's own number of minor digits (list of 2024-06-25, ledger.md 1.1 fact 8;
/// ICU and CLDR give other digits for fourteen of them). Unit-less codes (XAU, XXX and their kind) are no Currency.
class Currency {
 public:
  /// Exactly three upper-case letters of the list; anything else is refused with `field` named.
  [[nodiscard]] static Result<Currency> parse(std::string_view field, std::string_view code);

  [[nodiscard]] std::string_view code() const noexcept { return {code_.data(), 3}; }
  [[nodiscard]] int exponent() const noexcept { return exponent_; }

  friend bool operator==(const Currency&, const Currency&) = default;

 private:
  friend std::span<const Currency> currencies();
  Currency(std::array<char, 4> code, std::int8_t exponent) : code_(code), exponent_(exponent) {}

  std::array<char, 4> code_;
  std::int8_t exponent_;
};

/// Every currency known, by code.
[[nodiscard]] std::span<const Currency> currencies();

}  // namespace payonce
