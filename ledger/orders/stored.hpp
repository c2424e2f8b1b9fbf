#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "ledger/values/invariant.hpp"
#include "ledger/values/money.hpp"

namespace payonce::orders {

/// The enumerator a stored word stands for. The schema's CHECK lets no other word in.
template <class Enum, std::size_t n>
[[nodiscard]] Enum stored_word(std::string_view text, const std::array<Enum, n>& all) {
  for (const Enum one : all) {
    if (name(one) == text) return one;
  }
  throw Broken("the file holds a word the program does not know: " + std::string(text));
}

[[nodiscard]] inline Money stored_money(std::int64_t minor, std::string_view currency) {
  const Result<Currency> known = Currency::parse("currency", currency);
  invariant(known.has_value(), "the file holds only currencies the program knows");
  return {minor, *known};
}

}  // namespace payonce::orders
