#include "scenarios/script/lexer.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "ledger/values/utf8.hpp"

namespace payonce::script {
namespace {

std::string code_point_name(char32_t code) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string hex;
  for (int shift = 20; shift >= 0; shift -= 4) {
    const auto digit = (static_cast<std::uint32_t>(code) >> static_cast<unsigned>(shift)) & 0xFU;
    if (digit != 0 || !hex.empty() || shift < 16) hex += digits[digit];
  }
  return "U+" + hex;
}

/// Whether every character of the line may stand in a script at all; complains about the first that may not.
bool readable(std::string_view line, std::uint32_t number, Complaints& complaints) {
  std::uint32_t column = 1;
  for (std::size_t at = 0; at < line.size(); ++column) {
    const CodePoint one = code_point_at(line, at);
    if (!one.valid) {
      complaints.add({number, column}, {"these bytes are not UTF-8", "此处的字节不是 UTF-8"});
      return false;
    }
    if ((one.value < 0x20 && one.value != '\t') || (one.value >= 0x7F && one.value < 0xA0)) {
      const std::string name = code_point_name(one.value);
      complaints.add({number, column},
                     {"a control character (" + name + ") has no place here", "此处不应有控制字符（" + name + "）"});
      return false;
    }
    at += one.size;
  }
  return true;
}

/// Reads one readable line, word by word.
class LineReader {
 public:
  LineReader(std::string_view text, std::uint32_t number, Complaints& complaints)
      : text_(text), number_(number), complaints_(complaints) {}

  std::optional<LexedLine> read() {
    while (!done() && here() == ' ') step();
    line_.indent = at_;
    line_.place = place();
    if (!done() && here() == '\t' && text_.find_first_not_of(" \t") != std::string_view::npos) {
      return refuse(place(), {"a tab indents this line; indent by spaces", "此行用制表符缩进；请用空格缩进"});
    }
    while (skip_blanks(), !done()) {
      if (here() == '#') {
        line_.comment_place = place();
        line_.comment = text_.substr(at_, text_.find_last_not_of(" \t") + 1 - at_);
        break;
      }
      if (!word()) return std::nullopt;
    }
    return std::move(line_);
  }

 private:
  [[nodiscard]] bool done() const { return at_ >= text_.size(); }
  [[nodiscard]] char here() const { return text_[at_]; }
  [[nodiscard]] bool at_blank() const { return here() == ' ' || here() == '\t'; }
  [[nodiscard]] bool at_arrow() const { return text_.substr(at_, 2) == "=>"; }
  [[nodiscard]] Place place() const { return {number_, column_}; }

  void step() {
    at_ += code_point_at(text_, at_).size;
    ++column_;
  }
  void skip_blanks() {
    while (!done() && at_blank()) step();
  }
  std::nullopt_t refuse(Place where, Text why) {
    complaints_.add(where, std::move(why));
    return std::nullopt;
  }
  void push(Word::Kind kind, std::string name, std::string text, Place where) {
    line_.words.push_back({kind, std::move(name), std::move(text), where});
  }

  bool word() {
    const Place start = place();
    if (at_arrow()) {
      step();
      step();
      push(Word::Kind::arrow, {}, "=>", start);
      return true;
    }
    if (here() == '=') {
      step();
      push(Word::Kind::bare, {}, "=", start);
      return true;
    }
    if (here() == '"') {
      std::optional<std::string> sentence = quoted();
      if (!sentence) return false;
      push(Word::Kind::quoted, {}, *std::move(sentence), start);
      return true;
    }
    return bare(start);
  }

  /// A word without quotes: `pay`, `key=k1`, or `key="…"`. `key=` alone is the two words `key` and `=`.
  bool bare(Place start) {
    const std::size_t begin = at_;
    std::size_t equals = std::string_view::npos;
    Place equals_place;
    for (; !done() && !at_blank() && !at_arrow(); step()) {
      if (here() == '"') {
        if (equals == std::string_view::npos || equals + 1 != at_) {
          refuse(place(), {"a quote stands inside a word; put quotes around the whole of it",
                           "引号出现在词的中间；请把整个词放进引号"});
          return false;
        }
        std::optional<std::string> value = quoted();
        if (!value) return false;
        push(Word::Kind::pair, std::string(text_.substr(begin, equals - begin)), *std::move(value), start);
        return true;
      }
      if (here() == '=' && equals == std::string_view::npos) {
        equals = at_;
        equals_place = place();
      }
      const CodePoint one = code_point_at(text_, at_);
      if (one.value > 0x7E) {
        const std::string sign = std::string(text_.substr(at_, one.size)) + " (" + code_point_name(one.value) + ")";
        refuse(place(), {"outside quotes and comments only ASCII may stand, here is " + sign,
                         "引号和注释之外只能用 ASCII 字符，此处是 " + sign});
        return false;
      }
    }
    const std::string_view raw = text_.substr(begin, at_ - begin);
    if (equals == std::string_view::npos) {
      push(Word::Kind::bare, {}, std::string(raw), start);
    } else if (equals + 1 == at_) {
      push(Word::Kind::bare, {}, std::string(raw.substr(0, raw.size() - 1)), start);
      push(Word::Kind::bare, {}, "=", equals_place);
    } else {
      const std::size_t split = equals - begin;
      push(Word::Kind::pair, std::string(raw.substr(0, split)), std::string(raw.substr(split + 1)), start);
    }
    return true;
  }

  /// From the opening quote to behind the closing one.
  std::optional<std::string> quoted() {
    const Place open = place();
    std::string sentence;
    for (step(); !done() && here() != '"';) {
      if (here() == '\t') {
        return refuse(place(), {"a tab stands inside quotes; write \\t", "引号内有制表符；请写作 \\t"});
      }
      if (here() == '\\') {
        const Place escape = place();
        step();
        const char sign = done() ? '\0' : here();
        if (sign == '"' || sign == '\\') {
          sentence += sign;
        } else if (sign == 'n' || sign == 't') {
          sentence += sign == 'n' ? '\n' : '\t';
        } else {
          return refuse(escape, {"behind \\ may stand only \" \\ n t", "\\ 之后只能是 \" \\ n t"});
        }
        step();
        continue;
      }
      const std::size_t begin = at_;
      step();
      sentence += text_.substr(begin, at_ - begin);
    }
    if (done()) return refuse(open, {"this quote is never closed", "此引号没有闭合"});
    step();
    if (!done() && !at_blank() && !at_arrow()) {
      return refuse(place(), {"a blank is missing behind the closing quote", "闭合引号之后缺少空格"});
    }
    return sentence;
  }

  std::string_view text_;
  std::uint32_t number_;
  Complaints& complaints_;
  std::size_t at_ = 0;
  std::uint32_t column_ = 1;
  LexedLine line_;
};

bool plain_ascii(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~' && c != '"'; });
}

}  // namespace

std::vector<LexedLine> lex(std::string_view bytes, Complaints& complaints) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  std::vector<LexedLine> lines;
  for (std::uint32_t number = 1; !bytes.empty(); ++number) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    std::string_view text = bytes.substr(0, end);
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
    if (text.ends_with('\r')) text.remove_suffix(1);
    if (!readable(text, number, complaints)) continue;
    if (auto line = LineReader(text, number, complaints).read()) lines.push_back(*std::move(line));
  }
  return lines;
}

bool can_be_bare(std::string_view text) {
  return text == "=" || (plain_ascii(text) && text.front() != '#' && text.find('=') == std::string_view::npos);
}

bool can_be_bare_value(std::string_view text) {
  return plain_ascii(text) && text.front() != '>' && text.find("=>") == std::string_view::npos;
}

}  // namespace payonce::script
