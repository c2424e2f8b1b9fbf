#include "scenarios/script/spelling.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "scenarios/script/lexer.hpp"

namespace payonce::script {
namespace {

using Words = std::vector<Word>;

bool bare(const Word& word) { return word.kind == Word::Kind::bare; }
bool value(const Word& word) { return (bare(word) && !word.is("=")) || word.kind == Word::Kind::quoted; }

/// Behind the arrow a comma clings to the word before it, and a bar to the words on both sides: `paid|declined 2, later 1`.
Words clinging(Words words) {
  Words out;
  const auto append = [&out](std::string piece, Place place, bool clings) {
    if (clings && !out.empty() && bare(out.back()) && !out.back().is("=")) {
      out.back().text += piece;
    } else {
      out.push_back({Word::Kind::bare, {}, std::move(piece), place});
    }
  };
  for (Word& word : words) {
    if (!bare(word) || word.is("=")) {
      out.push_back(std::move(word));
      continue;
    }
    Place place = word.place;
    for (std::size_t at = 0; at < word.text.size();) {
      const std::size_t end = std::min(word.text.find_first_of(",|", at), word.text.size());
      const bool sign = end == at;
      std::string piece = word.text.substr(at, sign ? 1 : end - at);
      const bool after_bar = !out.empty() && bare(out.back()) && out.back().text.ends_with('|');
      at += piece.size();
      const auto columns = static_cast<std::uint32_t>(piece.size());
      // A piece that begins with # must not stand alone, where it would be read as a comment.
      const bool clings = sign || after_bar || piece.front() == '#';
      append(std::move(piece), place, clings);
      place.column += columns;
    }
  }
  return out;
}

}  // namespace

Words joined(Words words) {
  Words out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool joins = words[i].is("=") && !out.empty() && bare(out.back()) && !out.back().is("=") &&
                       i + 1 < words.size() && value(words[i + 1]);
    if (joins) {
      Word& name = out.back();
      name = {Word::Kind::pair, std::move(name.text), std::move(words[i + 1].text), name.place};
      ++i;
    } else {
      out.push_back(std::move(words[i]));
    }
  }
  return out;
}

Words parted(Words words) {
  Words out;
  for (Word& word : words) {
    if (word.kind != Word::Kind::pair) {
      out.push_back(std::move(word));
      continue;
    }
    const auto kind = can_be_bare(word.text) ? Word::Kind::bare : Word::Kind::quoted;
    out.push_back({Word::Kind::bare, {}, std::move(word.name), word.place});
    out.push_back({Word::Kind::bare, {}, "=", word.place});
    out.push_back({kind, {}, std::move(word.text), word.place});
  }
  return out;
}

void spell(std::string_view section, Words& words) {
  if (section != "world" && section != "knobs" && section != "steps") return spell_experiment(section, words);
  const auto arrow =
      std::find_if(words.begin(), words.end(), [](const Word& w) { return w.kind == Word::Kind::arrow; });
  Words before(std::make_move_iterator(words.begin()), std::make_move_iterator(arrow));
  Words behind(std::make_move_iterator(arrow), std::make_move_iterator(words.end()));
  const bool check = section == "steps" && !before.empty() && before.front().is("check");
  words = check ? parted(std::move(before)) : joined(std::move(before));
  behind = clinging(std::move(behind));
  words.insert(words.end(), std::make_move_iterator(behind.begin()), std::make_move_iterator(behind.end()));
}

}  // namespace payonce::script
