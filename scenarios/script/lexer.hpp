#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/script/complaints.hpp"
#include "scenarios/script/tree.hpp"

namespace payonce::script {

/// One line of the file, cut into words. Blank if it has neither words nor a comment.
struct LexedLine {
  std::size_t indent = 0;
  std::vector<Word> words;
  std::string comment;
  Place place;  // of the first word, or of the comment
  Place comment_place;

  [[nodiscard]] bool blank() const { return words.empty() && comment.empty(); }
};

/// Cuts any bytes into lines and words, in time linear in their number. What is no UTF-8, a control character, an indentation
/// by tabs, an open quote, a character outside ASCII that stands outside quotes and comments: each is complained about with
/// its place, and its line is left out. CRLF counts as a line end, a byte order mark at the start is passed over.
[[nodiscard]] std::vector<LexedLine> lex(std::string_view bytes, Complaints& complaints);

/// Whether the text, written without quotes, would be read as this one bare word.
[[nodiscard]] bool can_be_bare(std::string_view text);
/// Whether `name=text` would be read as this pair.
[[nodiscard]] bool can_be_bare_value(std::string_view text);

}  // namespace payonce::script
