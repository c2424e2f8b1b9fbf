#include "tests/house/cpp_text.hpp"

#include <algorithm>

namespace payonce::house {

namespace {

bool in_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

class Taker {
 public:
  explicit Taker(std::string_view text) : text_(text), out_{std::string(text), {}} {}

  CppText run() {
    while (at_ < text_.size()) step();
    return std::move(out_);
  }

 private:
  void step() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("//")) {
      blank_to(std::min(text_.find('\n', at_), text_.size()));
    } else if (rest.starts_with("/*")) {
      blank_to(after(text_.find("*/", at_ + 2), 2));
    } else if (rest.starts_with("#include")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (rest.starts_with("R\"")) {
      raw();
    } else if (rest.front() == '"') {
      quoted('"');
    } else if (rest.front() == '\'' && (at_ == 0 || !in_word(text_[at_ - 1]))) {
      quoted('\'');  // not the mark between the digits of 1'000
    } else {
      ++at_;
    }
  }

  void raw() {
    const std::size_t open = text_.find('(', at_);
    const std::string close = ")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"";
    const std::size_t end = text_.find(close, open);
    out_.literals.push_back({line_of(text_, at_), std::string(text_.substr(open + 1, end - open - 1))});
    blank_to(after(end, close.size()));
  }

  void quoted(char mark) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != mark) end += text_[end] == '\\' ? 2U : 1U;
    end = std::min(end, text_.size());
    if (mark == '"') out_.literals.push_back({line_of(text_, at_), std::string(text_.substr(at_ + 1, end - at_ - 1))});
    blank_to(after(end, 1));
  }

  [[nodiscard]] std::size_t after(std::size_t found, std::size_t length) const {
    return found == std::string_view::npos ? text_.size() : std::min(found + length, text_.size());
  }

  void blank_to(std::size_t end) {
    for (; at_ < end; ++at_) {
      if (text_[at_] != '\n') out_.code[at_] = ' ';
    }
  }

  std::string_view text_;
  CppText out_;
  std::size_t at_ = 0;
};

}  // namespace

CppText take_apart(std::string_view text) { return Taker(text).run(); }

std::size_t line_of(std::string_view text, std::size_t at) {
  return static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) + 1;
}

std::vector<std::size_t> places_of(std::string_view code, std::string_view word) {
  std::vector<std::size_t> places;
  for (std::size_t at = code.find(word); at != std::string_view::npos; at = code.find(word, at + 1)) {
    const bool begins = at == 0 || !in_word(code[at - 1]);
    const std::size_t end = at + word.size();
    const bool ends = end == code.size() || !in_word(word.back()) || !in_word(code[end]);
    if (begins && ends) places.push_back(at);
  }
  return places;
}

}  // namespace payonce::house
