#include "scenarios/laboratory/draft.hpp"

#include <algorithm>

#include "ledger/values/invariant.hpp"
#include "scenarios/player/vocabulary.hpp"
#include "scenarios/script/script.hpp"

namespace payonce::laboratory {
namespace {

constexpr std::string_view between = " =:,\"";

std::string_view first_word(std::string_view line) { return line.substr(0, line.find(' ')); }
std::string_view second_word(std::string_view line) {
  const std::size_t at = line.find(' ');
  return at == std::string_view::npos ? std::string_view() : first_word(line.substr(at + 1));
}

void section(std::string& text, std::string_view name, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  text.append(name).append("\n");
  for (const std::string& line : lines) text += "  " + line + "\n";
}

script::Script read(const std::string& text) {
  script::Script read = script::parse(text, player::vocabulary());
  if (!read.errors.empty()) throw Broken(script::report("draft", read.errors.front(), Language::en) + "\n" + text);
  return read;
}

}  // namespace

bool speaks_of(std::string_view line, std::string_view word) {
  for (std::size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || between.find(line[at - 1]) != std::string_view::npos;
    const bool ends = end == line.size() || between.find(line[end]) != std::string_view::npos;
    if (begins && ends) return true;
  }
  return false;
}

std::string Draft::text() const {
  std::string text = "scenario " + name + "\n  en \"" + about.en + "\"\n  zh \"" + about.zh + "\"\n" +
                     "  tests A5 \"every layer stops something, none stops all\"\n";
  section(text, "world", world);
  section(text, "intents", intents);
  text += "actors\n";
  for (const Hand& hand : hands) {
    std::vector<std::string> after = hand.after;
    if (hand.last) {
      after.clear();
      for (const Hand& other : hands) {
        if (!other.last) after.push_back(other.name);
      }
    }
    bool first = true;
    for (const std::string& step : hand.steps) {
      text += "  " + hand.name + ": " + step;
      if (first && !after.empty()) {
        text += " after=";
        for (std::size_t i = 0; i < after.size(); ++i) text += (i == 0 ? "" : ",") + after[i];
      }
      if (first && !hand.intent.empty()) text += " for=" + hand.intent;
      first = false;
      text += "\n";
    }
  }
  section(text, "faults", faults);
  if (!knobs.empty()) {
    text += "knobs";
    for (const std::string& knob : knobs) text += " " + knob;
    text += "\n";
  }
  section(text, "expect", expects);
  return script::print(read(text).tree);
}

script::Story Draft::story() const { return std::move(read(text()).stories.front()); }

Draft Draft::without_hand(std::size_t hand) const {
  Draft less = *this;
  const std::string gone = hands[hand].name;
  less.hands.erase(less.hands.begin() + static_cast<std::ptrdiff_t>(hand));
  for (Hand& other : less.hands) std::erase(other.after, gone);
  std::erase_if(less.faults, [&](const std::string& line) { return second_word(line) == gone; });
  return less;
}

Draft Draft::tidied() const {
  Draft less = *this;
  const auto anybody = [&](std::string_view word) {
    const auto in = [&](const std::vector<std::string>& lines) {
      return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) { return speaks_of(line, word); });
    };
    return in(less.intents) || in(less.expects) ||
           std::any_of(less.hands.begin(), less.hands.end(), [&](const Hand& hand) { return in(hand.steps); });
  };
  std::erase_if(less.intents, [&](const std::string& line) {
    return std::none_of(less.hands.begin(), less.hands.end(),
                        [&](const Hand& hand) { return hand.intent == first_word(line); });
  });
  std::erase_if(less.world, [&](const std::string& line) {
    const std::string_view kind = first_word(line);
    const bool kept = kind == "account" || kind == "currency" || kind == "clock";
    return !kept && !anybody(second_word(line));
  });
  return less;
}

}  // namespace payonce::laboratory
