#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace payonce {

/// The text in lines of at most `width` columns (values/wide.hpp): parted at blanks, and between Chinese characters, though never before a
/// closing sign or behind an opening one. A word that is wider than a line has one of its own, and is cut to it by nobody.
[[nodiscard]] std::vector<std::string> lines_of(std::string_view text, std::size_t width);

/// A name of several words, parted behind its dashes; a word that is wider than a line has one of its own.
[[nodiscard]] std::vector<std::string> name_lines(std::string_view name, std::size_t width);

/// The same as a paragraph: `first` in front of its first line, as many blanks in front of the others; each ended by a line feed.
[[nodiscard]] std::string paragraph(std::string_view text, std::size_t width, std::string_view first = {});

}  // namespace payonce
