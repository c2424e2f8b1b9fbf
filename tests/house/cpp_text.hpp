#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace payonce::house {

/// The inside of a text literal and the line on which it begins.
struct Literal {
  std::size_t line;
  std::string text;
};

/// A C++ file taken apart: `code` is as long as the file and has blanks where comments and literals were, so that a word found
/// in it is a word the compiler sees; `literals` are its texts. Includes in quotes are kept in the code.
struct CppText {
  std::string code;
  std::vector<Literal> literals;
};
[[nodiscard]] CppText take_apart(std::string_view text);

/// The line, from 1, of a place in a text.
[[nodiscard]] std::size_t line_of(std::string_view text, std::size_t at);

/// Where `word` stands in `code` as a whole word.
[[nodiscard]] std::vector<std::size_t> places_of(std::string_view code, std::string_view word);

}  // namespace payonce::house
