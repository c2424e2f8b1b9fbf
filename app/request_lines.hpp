#pragma once

#include <cstddef>
#include <deque>
#include <optional>

#include "app/line_reader.hpp"

namespace payonce {

/// The requests of an input: one a line, blank lines skipped; or, where the whole input is one JSON object over several lines,
/// that one, numbered by its first line.
class RequestLines {
 public:
  explicit RequestLines(LineReader& lines) : lines_(lines) {}

  [[nodiscard]] std::optional<InputLine> next();

 private:
  /// An object is spread over lines by a person or a printer, and has a line or two a member. The number keeps the work small
  /// that is done to see whether lines belong together, since after each of them the whole is looked at again.
  static constexpr std::size_t most_lines_of_one = 256;

  [[nodiscard]] std::optional<InputLine> next_filled();
  /// The object that begins with `first` and fills the rest of the input, if there is one. Otherwise what was read of it is held,
  /// line by line. A reply waits for the next line only while what has come so far may still become one object.
  [[nodiscard]] std::optional<InputLine> spread(InputLine first);

  LineReader& lines_;
  std::deque<InputLine> held_;
  bool begun_ = false;
};

}  // namespace payonce
