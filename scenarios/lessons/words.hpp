#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace payonce::lessons {

/// What a learner wrote in one line: its words in order, as they stand, without what is behind a `#`.
[[nodiscard]] std::vector<std::string> words_of(std::string_view line);

/// In small letters, of ASCII alone: commands are understood however they are written.
[[nodiscard]] std::string small(std::string_view word);

/// As much of a learner's word as a complaint repeats.
[[nodiscard]] std::string quoted(std::string_view word);

}  // namespace payonce::lessons
