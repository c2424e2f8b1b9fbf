#include "scenarios/script/printer.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "ledger/values/wide.hpp"
#include "scenarios/script/lexer.hpp"

namespace payonce::script {
namespace {

/// A line whose left side is wider keeps its arrow to itself: one long line shall not push all others off the screen (nor make
/// the text grow with its square).
constexpr std::size_t widest_aligned = 72;

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n' || c == '\t') {
      out += c == '\n' ? "\\n" : "\\t";
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + '"';
}

std::string spelled(const Word& word) {
  switch (word.kind) {
    case Word::Kind::bare:
    case Word::Kind::arrow: return word.text;
    case Word::Kind::quoted: return quoted(word.text);
    case Word::Kind::pair: break;
  }
  return word.name + "=" + (can_be_bare_value(word.text) ? word.text : quoted(word.text));
}

struct Sides {
  std::string left;
  std::string right;  // from the arrow on, or empty
};

Sides sides(const Line& line) {
  Sides out;
  bool arrow = false;
  for (const Word& word : line.words) {
    arrow = arrow || word.kind == Word::Kind::arrow;
    std::string& side = arrow ? out.right : out.left;
    if (!side.empty()) side += ' ';
    side += spelled(word);
  }
  return out;
}

std::string_view indentation(const Line& line) { return line.inside ? "    " : "  "; }

class Printer {
 public:
  explicit Printer(std::string& out) : out_(out) {}

  void comments(const std::vector<Comment>& comments, std::string_view indent) {
    for (const Comment& comment : comments) {
      if (comment.gap) out_ += '\n';
      out_ += indent;
      out_ += comment.text;
      out_ += '\n';
    }
  }

  void section(const Section& section) {
    comments(section.head.above, "");
    if (section.head.gap) out_ += '\n';
    out_ += section.name;
    if (!section.head.words.empty()) out_ += ' ' + print(section.head);
    end_line(section.head);
    std::size_t column = 0;
    for (const Line& line : section.lines) column = std::max(column, left_width(line));
    for (const Line& line : section.lines) entry(line, column);
    comments(section.below, "  ");
  }

 private:
  static std::size_t left_width(const Line& line) {
    const Sides text = sides(line);
    if (text.right.empty() || text.left.empty()) return 0;
    const std::size_t width = indentation(line).size() + display_width(text.left);
    return width > widest_aligned ? 0 : width;
  }

  void entry(const Line& line, std::size_t column) {
    comments(line.above, indentation(line));
    if (line.gap) out_ += '\n';
    const Sides text = sides(line);
    out_ += indentation(line);
    out_ += text.left;
    if (!text.right.empty() && !text.left.empty()) {
      const std::size_t width = indentation(line).size() + display_width(text.left);
      out_.append(width < column ? column - width + 2 : 2, ' ');
    }
    out_ += text.right;
    end_line(line);
  }

  void end_line(const Line& line) {
    if (!line.comment.empty()) out_ += "  " + line.comment;
    out_ += '\n';
  }

  std::string& out_;
};

}  // namespace

std::string print(const Line& line) {
  const Sides text = sides(line);
  return text.left.empty() || text.right.empty() ? text.left + text.right : text.left + ' ' + text.right;
}

std::string print(const Tree& tree) {
  std::string out;
  Printer printer(out);
  for (const Scenario& scenario : tree.scenarios) {
    if (!out.empty()) out += '\n';
    for (const Section& section : scenario.sections) printer.section(section);
  }
  printer.comments(tree.end, "");
  return out;
}

}  // namespace payonce::script
