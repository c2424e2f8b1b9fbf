#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "scenarios/script/lexer.hpp"
#include "scenarios/script/spelling.hpp"

namespace payonce::script {
namespace {

using Words = std::vector<Word>;

bool bare(const Word& word) { return word.kind == Word::Kind::bare; }

Words cut(Words& words, std::size_t at) {
  const auto from = words.begin() + static_cast<std::ptrdiff_t>(std::min(at, words.size()));
  Words rest(std::make_move_iterator(from), std::make_move_iterator(words.end()));
  words.erase(from, words.end());
  return rest;
}

void append(Words& words, Words more) {
  words.insert(words.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

Place behind(Place place, std::size_t columns) {
  return {place.line, place.column + static_cast<std::uint32_t>(columns)};
}

/// `click1 :pay` is `click1: pay`.
void actor(Words& words) {
  Word& first = words.front();
  if (!bare(first)) return;
  std::size_t colon = first.text.find(':');
  if (colon == std::string::npos && words.size() > 1 && bare(words[1]) && words[1].text.front() == ':') {
    const std::string rest = words[1].text.substr(1);
    if (!rest.empty() && !can_be_bare(rest)) return;
    first.text += ':';
    if (rest.empty()) {
      words.erase(words.begin() + 1);
    } else {
      words[1].text = rest;
      words[1].place = behind(words[1].place, 1);
    }
  } else if (colon != std::string::npos && colon + 1 < first.text.size()) {
    std::string rest = first.text.substr(colon + 1);
    if (!can_be_bare(rest)) return;
    first.text.resize(colon + 1);
    const Place place = behind(first.place, colon + 1);
    words.insert(words.begin() + 1, Word{Word::Kind::bare, {}, std::move(rest), place});
  }
  Words rest = cut(words, 1);
  append(words, joined(std::move(rest)));
}

/// `buy=pay o1 amount = 5` is `buy = pay o1 amount=5`.
void intent(Words& words) {
  Words rest = cut(words, 1);
  words = parted(std::move(words));
  append(words, std::move(rest));
  rest = cut(words, words.size() > 1 && words[1].is("=") ? 2 : 1);
  append(words, joined(std::move(rest)));
}

/// The first colon stands alone: `V=off: DOUBLE` is `V=off : DOUBLE`. Gives the place of the word that has it.
std::size_t part_at_colon(Words& words) {
  std::size_t at = 1;
  std::size_t colon = std::string::npos;
  for (; at < words.size(); ++at) {
    const Word& word = words[at];
    if (word.kind == Word::Kind::quoted || word.kind == Word::Kind::arrow) continue;
    if (word.name.find(':') != std::string::npos) return at;
    colon = word.text.find(':');
    if (colon != std::string::npos) break;
  }
  if (at >= words.size()) return at;
  const Word word = words[at];
  const std::string before = word.text.substr(0, colon);
  const std::string rest = word.text.substr(colon + 1);
  const bool pair = word.kind == Word::Kind::pair;
  if ((!rest.empty() && !can_be_bare(rest)) || (!before.empty() && !pair && !can_be_bare(before))) return at;
  const std::size_t column = (pair ? word.name.size() + 1 : 0) + colon;
  Words parts;
  if (pair || !before.empty()) parts.push_back({word.kind, word.name, before, word.place});
  const std::size_t place = at + parts.size();
  parts.push_back({Word::Kind::bare, {}, ":", behind(word.place, column)});
  if (!rest.empty()) parts.push_back({Word::Kind::bare, {}, rest, behind(word.place, column + 1)});
  Words after = cut(words, at + 1);
  words.pop_back();
  append(words, std::move(parts));
  append(words, std::move(after));
  return place;
}

/// Bars stand alone: `W|S` is `W | S`.
Words parted_at_bars(Words words) {
  Words out;
  for (Word& word : words) {
    Words parts;
    bool good = bare(word);
    for (std::size_t at = 0; good && at < word.text.size();) {
      const bool bar = word.text[at] == '|';
      const std::size_t end = bar ? at + 1 : std::min(word.text.find('|', at), word.text.size());
      parts.push_back({Word::Kind::bare, {}, word.text.substr(at, end - at), behind(word.place, at)});
      good = can_be_bare(parts.back().text);
      at = end;
    }
    if (good) {
      append(out, std::move(parts));
    } else {
      out.push_back(std::move(word));
    }
  }
  return out;
}

/// In a list of findings a comma clings to the word before it: `a ,b` is `a, b`.
Words listed(const Words& words) {
  Words out;
  for (const Word& word : words) {
    for (std::size_t at = 0; at < word.text.size();) {
      const bool comma = word.text[at] == ',';
      const std::size_t end = comma ? at + 1 : std::min(word.text.find(',', at), word.text.size());
      const std::string piece = word.text.substr(at, end - at);
      if (!can_be_bare(piece)) return words;
      if (comma && !out.empty()) {
        out.back().text += piece;
      } else {
        out.push_back({Word::Kind::bare, {}, piece, behind(word.place, at)});
      }
      at = end;
    }
  }
  return out;
}

/// An outcome or a finding is spelled with _, as the ledger spells it.
void names_of_the_ledger(Words& words) {
  const auto first =
      std::find_if(words.begin(), words.end(), [](const Word& w) { return w.is("reply") || w.is("finds"); });
  if (first == words.end()) return;
  Words rest = cut(words, static_cast<std::size_t>(first - words.begin()) + 1);
  const auto end =
      std::find_if(rest.begin(), rest.end(), [](const Word& w) { return !bare(w) || w.is("|") || w.is("="); });
  Words after = cut(rest, static_cast<std::size_t>(end - rest.begin()));
  for (Word& word : rest) std::replace(word.text.begin(), word.text.end(), '-', '_');
  append(words, listed(rest));
  append(words, std::move(after));
}

void expected(Words& words) {
  if (words.front().is("layers") || words.front().is("variant")) {
    Words rest = cut(words, part_at_colon(words));
    words = joined(std::move(words));
    append(words, std::move(rest));
  } else if (words.front().is("all-on")) {
    words = parted(std::move(words));
  } else if (!words.front().is("guards") && !words.front().is("sometimes")) {
    return;
  }
  words = parted_at_bars(std::move(words));
  names_of_the_ledger(words);
}

}  // namespace

void spell_experiment(std::string_view section, Words& words) {
  if (words.empty()) return;
  if (section == "actors") {
    actor(words);
  } else if (section == "intents") {
    intent(words);
  } else if (section == "faults") {
    words = joined(std::move(words));
  } else if (section == "expect") {
    expected(words);
  }
}

}  // namespace payonce::script
