#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ledger/values/text.hpp"
#include "scenarios/script/story.hpp"

namespace payonce::laboratory {

/// An experiment while it is made or made smaller: lines that are not yet a text. What it becomes is a scenario like any other.
struct Draft {
  struct Hand {
    std::string name;
    std::vector<std::string> steps;  // "pay o1 key=k1"
    std::vector<std::string> after;
    std::string intent;  // or empty
    bool last = false;   // begins when all others have ended
    friend bool operator==(const Hand&, const Hand&) = default;
  };
  std::string name;
  Text about;
  std::vector<std::string> world;
  std::vector<std::string> intents;  // "buy1 = pay o1 once"
  std::vector<Hand> hands;
  std::vector<std::string> faults;   // "crash one at=any max=1"
  std::vector<std::string> knobs;    // "window=5s"
  std::vector<std::string> expects;  // behind `expect`
  friend bool operator==(const Draft&, const Draft&) = default;

  /// As a scenario file of its own, in the one form that files have.
  [[nodiscard]] std::string text() const;
  /// The same, understood.
  [[nodiscard]] script::Story story() const;

  /// Without this hand, and without what speaks of it alone.
  [[nodiscard]] Draft without_hand(std::size_t hand) const;
  /// Without what nobody speaks of any more: intents, orders, channels, goods.
  [[nodiscard]] Draft tidied() const;
};

/// Whether a word stands in a line by itself: "o1" in "pay o1 key=k1".
[[nodiscard]] bool speaks_of(std::string_view line, std::string_view word);

}  // namespace payonce::laboratory
