#include "app/print/wrap.hpp"

#include <utility>

#include "ledger/values/utf8.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {
namespace {

/// Signs that begin no line.
bool closes(std::string_view sign) {
  constexpr std::string_view signs = "，。；：！？、）”’》」…";
  return signs.find(sign) != std::string_view::npos;
}

/// And signs that end none.
bool opens(std::string_view sign) {
  constexpr std::string_view signs = "（“‘《「";
  return signs.find(sign) != std::string_view::npos;
}

struct Piece {
  std::string text;
  bool blank_before = false;
};

/// What may not be parted: words, and wide characters with the signs that belong to them.
std::vector<Piece> pieces_of(std::string_view text) {
  std::vector<Piece> pieces;
  bool glued = false;  // what comes next belongs to the piece that stands
  bool wide_before = false;
  bool blank = false;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    const std::string_view sign = text.substr(at, point.size);
    at += point.size;
    if (sign == " " || sign == "\n") {
      blank = true;
      glued = false;
      continue;
    }
    const bool wide = display_width(sign) == 2;
    const bool own = wide || wide_before;  // a boundary between wide characters, or a wide one and a word
    const bool hangs_on = !blank && (closes(sign) || glued || !own);
    if (pieces.empty() || !hangs_on) {
      pieces.push_back({std::string(sign), blank});
    } else {
      pieces.back().text += sign;
    }
    glued = opens(sign);
    wide_before = wide;
    blank = false;
  }
  return pieces;
}

}  // namespace

std::vector<std::string> lines_of(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::string line;
  for (const Piece& piece : pieces_of(text)) {
    const std::string longer = line + (piece.blank_before && !line.empty() ? " " : "") + piece.text;
    if (line.empty() || display_width(longer) <= width) {
      line = longer;
      continue;
    }
    lines.push_back(std::exchange(line, piece.text));
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

std::vector<std::string> name_lines(std::string_view name, std::size_t width) {
  std::vector<std::string> lines = {""};
  while (!name.empty()) {
    const std::string_view word = name.substr(0, std::min(name.find('-'), name.size() - 1) + 1);
    name.remove_prefix(word.size());
    if (!lines.back().empty() && display_width(lines.back()) + display_width(word) > width) lines.emplace_back();
    lines.back() += word;
  }
  return lines;
}

std::string paragraph(std::string_view text, std::size_t width, std::string_view first) {
  const std::size_t indent = display_width(first);
  std::string out;
  for (const std::string& line : lines_of(text, width > indent ? width - indent : 1)) {
    out += (out.empty() ? std::string(first) : std::string(indent, ' ')) + line + "\n";
  }
  return out;
}

}  // namespace payonce
