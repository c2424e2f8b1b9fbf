#include "schema/embed/scan.hpp"

#include <algorithm>

namespace payonce::embed {

namespace {

// Words of C++20 that a table, a column or a sentence might well want; "sql" and "bind" are members of every statement.
constexpr std::string_view taken =
    " alignas alignof and and_eq asm auto bind bitand bitor bool break case catch char char16_t char32_t "
    "char8_t class co_await co_return co_yield compl concept const const_cast consteval constexpr constinit "
    "continue decltype default delete do double dynamic_cast else enum explicit export extern false float "
    "for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq "
    "private protected public register reinterpret_cast requires return short signed sizeof sql static "
    "static_assert static_cast struct switch template this thread_local throw true try typedef typeid "
    "typename union unsigned using virtual void volatile wchar_t while xor xor_eq Bound Sql ";

bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool in_name(char c) { return starts_name(c) || (c >= '0' && c <= '9'); }
// SQLite takes `$` and every byte above ASCII inside an identifier.
bool in_word(char c) { return in_name(c) || c == '$' || static_cast<unsigned char>(c) >= 0x80; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

class Scanner {
 public:
  Scanner(const Source& source, std::size_t first_line, std::string_view sql)
      : source_(source), first_line_(first_line), sql_(sql) {}

  std::vector<std::string> run() {
    while (at_ < sql_.size()) step();
    return parameters_;
  }

 private:
  [[noreturn]] void refuse(std::size_t where, const std::string& reason) const {
    const auto before = std::count(sql_.begin(), sql_.begin() + static_cast<std::ptrdiff_t>(where), '\n');
    throw Refused(source_.path, first_line_ + static_cast<std::size_t>(before), reason);
  }

  // Moves behind the next `end`; a comment to the line's end may also end with the text.
  void skip_to(std::string_view end, std::size_t from, const char* what) {
    const auto found = sql_.find(end, from);
    if (found == std::string_view::npos) {
      if (end != "\n") refuse(at_, std::string(what) + " is not closed");
      at_ = sql_.size();
    } else {
      at_ = found + end.size();
    }
  }

  void step() {
    const char c = sql_[at_];
    const std::string_view rest = sql_.substr(at_);
    if (is_blank(c)) {
      ++at_;
    } else if (rest.starts_with("--")) {
      skip_to("\n", at_, "a comment");
    } else if (rest.starts_with("/*")) {
      skip_to("*/", at_ + 2, "a comment");
    } else if (ended_) {
      refuse(at_, "a second statement after ';'; SQLite would run only the first");
    } else {
      token(c);
    }
  }

  void token(char c) {
    switch (c) {
      case '\'': return skip_to("'", at_ + 1, "a text literal");
      case '"': return skip_to("\"", at_ + 1, "a quoted identifier");
      case '`': return skip_to("`", at_ + 1, "a quoted identifier");
      case '[': return skip_to("]", at_ + 1, "a bracketed identifier");
      case ':': return parameter();
      case '?': refuse(at_, "a parameter without a name: '?'");
      case '@':
      case '$': refuse(at_, std::string("a parameter is written :name, not ") + c + "name");
      case ';': ended_ = true; [[fallthrough]];
      default: ++at_;
    }
    if (in_word(c)) {
      while (at_ < sql_.size() && in_word(sql_[at_])) ++at_;
    }
  }

  void parameter() {
    std::size_t end = at_ + 1;
    while (end < sql_.size() && in_name(sql_[end])) ++end;
    const std::string name(sql_.substr(at_ + 1, end - at_ - 1));
    if (!is_cpp_name(name)) refuse(at_, "a parameter C++ cannot spell: ':" + name + "'");
    if (std::find(parameters_.begin(), parameters_.end(), name) == parameters_.end()) parameters_.push_back(name);
    at_ = end;
  }

  const Source& source_;
  std::size_t first_line_;
  std::string_view sql_;
  std::size_t at_ = 0;
  bool ended_ = false;
  std::vector<std::string> parameters_;
};

}  // namespace

std::vector<std::string> scan_statement(const Source& source, std::size_t first_line, std::string_view sql) {
  return Scanner(source, first_line, sql).run();
}

bool is_cpp_name(std::string_view name) {
  return !name.empty() && starts_name(name.front()) && std::all_of(name.begin(), name.end(), in_name) &&
         name.find("__") == std::string_view::npos &&
         taken.find(" " + std::string(name) + " ") == std::string_view::npos;
}

}  // namespace payonce::embed
