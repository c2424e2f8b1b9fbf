#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/values/text.hpp"

namespace payonce::script {

/// Where something stands in its file: line and column from 1, the column in characters. A place is no part of what a script
/// says, so two places are always equal and trees can be compared member by member.
struct Place {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  friend bool operator==(const Place&, const Place&) { return true; }
};

/// One sentence about one place.
struct Error {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  Text message;
};

/// "stories.lab:3:7: unknown step "payy"; did you mean "pay"?"
[[nodiscard]] std::string report(std::string_view file, const Error& error, Language language);

/// The errors of one file. A broken file could give an error a line, and nobody reads more than these; the rest is dropped.
class Complaints {
 public:
  static constexpr std::size_t most = 50;

  void add(Place place, Text message);
  /// `what` is the kind of word ("step" / "步骤"); the nearest of `known` is offered, or all of them where none is near.
  void unknown(Place place, const Text& what, std::string_view word, const std::vector<std::string_view>& known);

  /// Whether all that is added from now on is dropped: what would be offered need not be gathered.
  [[nodiscard]] bool full() const noexcept { return errors_.size() >= most; }
  [[nodiscard]] bool empty() const noexcept { return errors_.empty(); }
  [[nodiscard]] const std::vector<Error>& errors() const noexcept { return errors_; }

 private:
  std::vector<Error> errors_;
};

/// The word as a message may show it: cut after 40 bytes, at a character's edge, with "…".
[[nodiscard]] std::string shown(std::string_view word);

}  // namespace payonce::script
