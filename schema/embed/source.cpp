#include "schema/embed/source.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <utility>

namespace payonce::embed {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view take_digits(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && is_digit(text[end])) ++end;
  std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  return digits;
}

}  // namespace

Refused::Refused(const std::filesystem::path& file, std::size_t line, const std::string& reason)
    : std::runtime_error(file.string() + ":" + std::to_string(line) + ": " + reason) {}

Source read_source(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Refused(path, 0, "the file cannot be read");
  return source_of(path, std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()));
}

Source source_of(const std::filesystem::path& path, std::string text) {
  const auto bad = text.find_first_of(std::string_view("\r\0", 2));
  if (bad != std::string::npos) {
    const auto before = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bad), '\n');
    throw Refused(path, static_cast<std::size_t>(before) + 1,
                  text[bad] == '\r' ? "a CR character; lines end in LF alone" : "a NUL character");
  }
  return {path, std::move(text)};
}

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back({lines.size() + 1, begin, text.substr(begin, end - begin)});
    begin = end + 1;
  }
  return lines;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

bool natural_less(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (is_digit(a.front()) && is_digit(b.front())) {
      const std::string_view left = take_digits(a);
      const std::string_view right = take_digits(b);
      if (left.size() != right.size()) return left.size() < right.size();
      if (left != right) return left < right;
    } else {
      if (a.front() != b.front()) return a.front() < b.front();
      a.remove_prefix(1);
      b.remove_prefix(1);
    }
  }
  return a.size() < b.size();
}

}  // namespace payonce::embed
