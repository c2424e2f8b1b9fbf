#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace payonce {

/// The columns a terminal gives to UTF-8 text: two for a Chinese character, a full-width form or most emoji, none for a
/// combining mark, a joiner or a control character, one for the rest, and one for each run of bytes that is no UTF-8.
/// Signs whose width depends on the font ("ambiguous", as box lines) count as one. A sequence of emoji that a terminal may
/// draw as a single picture counts as its members.
[[nodiscard]] std::size_t display_width(std::string_view text);

/// Spaces behind the text, or in front of it, until it is `width` columns wide. Wider text stays as it is.
[[nodiscard]] std::string pad_right(std::string_view text, std::size_t width);
[[nodiscard]] std::string pad_left(std::string_view text, std::size_t width);

/// The text, or as much of its beginning as fits together with `mark` into `width` columns. No character is halved: the
/// result may be one column narrower than `width`.
[[nodiscard]] std::string cut(std::string_view text, std::size_t width, std::string_view mark = "…");

/// The text with every control character, every unseen sign that turns the direction of writing or hides, and every run of
/// bytes that is no UTF-8 as U+FFFD, so that a value from outside can neither move the cursor, nor break a line, nor look like
/// another one.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace payonce
