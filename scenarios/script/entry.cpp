#include <algorithm>
#include <charconv>
#include <cstddef>
#include <utility>

#include "scenarios/script/reader.hpp"

namespace payonce::script {
namespace {

bool is_currency(std::string_view text) {
  return text.size() == 3 && std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

bool is_amount(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

/// Two neighbours that are one amount: "CNY 100.00" or "100.00 CNY".
bool one_amount(std::string_view first, const Word& second) {
  if (second.kind != Word::Kind::bare) return false;
  return (is_currency(first) && is_amount(second.text)) || (is_amount(first) && is_currency(second.text));
}

}  // namespace

Entry read_entry(const std::vector<Word>& words, std::size_t from, std::size_t to, std::string_view keys,
                 Complaints& complaints) {
  const std::vector<std::string_view> known = parted_by_blanks(keys);
  Entry entry;
  for (std::size_t i = from; i < to; ++i) {
    const Word& word = words[i];
    const bool unfinished = word.kind == Word::Kind::bare && i + 1 < to && words[i + 1].is("=");
    if (word.is("=") || unfinished) {
      complaints.add(words[unfinished ? ++i : i].place,
                     {"this = lacks its name or its value; write name=value", "此 = 缺少名称或值；请写作 名称=值"});
      continue;
    }
    std::string text = word.text;
    if (word.kind != Word::Kind::quoted && i + 1 < to && one_amount(text, words[i + 1])) text += ' ' + words[++i].text;
    if (word.kind != Word::Kind::pair) {
      entry.words.push_back({Word::Kind::bare, {}, std::move(text), word.place});
      continue;
    }
    const bool twice = std::any_of(entry.arguments.begin(), entry.arguments.end(),
                                   [&](const Argument& one) { return one.name == word.name; });
    if (std::find(known.begin(), known.end(), word.name) == known.end()) {
      complaints.unknown(word.place, {"name before =", "等号前的名称"}, word.name, known);
    } else if (twice) {
      complaints.add(word.place, {"\"" + word.name + "\" stands twice here", "“" + word.name + "”在此出现两次"});
    } else {
      entry.arguments.push_back({word.name, std::move(text), word.place});
    }
  }
  return entry;
}

std::optional<std::uint32_t> read_number(Place place, std::string_view text, std::uint32_t least, std::uint32_t most,
                                         Complaints& complaints) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size() && number >= least && number <= most) return number;
  const std::string range = std::to_string(least) + "…" + std::to_string(most);
  complaints.add(place, {"\"" + shown(text) + "\" is not a whole number in " + range,
                         "“" + shown(text) + "”不是 " + range + " 之间的整数"});
  return std::nullopt;
}

}  // namespace payonce::script
