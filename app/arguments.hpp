#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/values/result.hpp"

namespace payonce {

/// What stood on the command line, as text: numbers, amounts and durations are parsed by the values themselves, never by the
/// reader of the command line (CLI11 reads 010 as 8). Names are those of the Command, without dashes.
class Arguments {
 public:
  [[nodiscard]] bool given(std::string_view name) const { return values_.find(name) != values_.end(); }
  /// The value of a positional or option that is required or has a fallback.
  [[nodiscard]] const std::string& text(std::string_view name) const;
  [[nodiscard]] std::optional<std::string> maybe(std::string_view name) const;
  /// Every value of one that may be repeated, in the order they were written.
  [[nodiscard]] const std::vector<std::string>& all(std::string_view name) const;

  void add(std::string_view name, std::string_view value);

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

/// A whole number from `least` on: digits alone, no sign, no base, no leading zero.
[[nodiscard]] Result<std::int64_t> parse_count(std::string_view field, std::string_view text, std::int64_t least);

}  // namespace payonce
