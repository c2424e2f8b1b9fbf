#include "scenarios/lessons/words.hpp"

#include "ledger/values/wide.hpp"

namespace payonce::lessons {
namespace {

// Longer than any word that means something here; what is cut off of it nobody misses.
constexpr std::size_t longest_quote = 24;

}  // namespace

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words;
  bool inside = false;
  for (const char c : line.substr(0, line.find('#'))) {
    const bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (!blank && !inside) words.emplace_back();
    if (!blank) words.back() += c;
    inside = !blank;
  }
  return words;
}

std::string small(std::string_view word) {
  std::string text(word);
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

std::string quoted(std::string_view word) { return cut(printable(word), longest_quote); }

}  // namespace payonce::lessons
