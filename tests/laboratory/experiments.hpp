#pragma once

#include <string>
#include <string_view>

#include "scenarios/player/vocabulary.hpp"
#include "scenarios/script/script.hpp"

namespace payonce::test {

/// An experiment of two or more handlers of one wish; `world` and what follows it as in a scenario file.
inline script::Story experiment(const std::string& rest) {
  const std::string text = "scenario tried\n  en \"a test\"\n  zh \"测试\"\n" + rest;
  script::Script read = script::parse(text, player::vocabulary());
  std::string errors;
  for (const script::Error& error : read.errors) errors += script::report("tried.lab", error, Language::en) + "\n";
  if (!read.errors.empty()) throw std::runtime_error(errors);
  return read.stories.front();
}

inline constexpr std::string_view shop = R"(world
  account alice CNY 1000.00
  account shop CNY 0.00
  order o1 buyer=alice payee=shop amount=100.00
)";

/// The same order, and a channel.
inline constexpr std::string_view shop_with_bank = R"(world
  account alice CNY 1000.00
  account shop CNY 0.00
  order o1 buyer=alice payee=shop amount=100.00
  acquirer bank dedup=ref
)";

inline script::Story double_click(const std::string& second_key) {
  return experiment(std::string(shop) +
                    "intents\n  buy = pay o1 once\nactors\n  click1: pay o1 key=k1 for=buy\n  click2: pay o1 key=" +
                    second_key + " for=buy\nschedule all\n");
}

/// A process that may die anywhere, time that passes behind it, and a retry.
inline const script::Story& crash_and_retry() {
  static const script::Story story = experiment(std::string(shop_with_bank) + R"(intents
  buy = pay o1 once
actors
  first: pay o1 key=k1 via=bank for=buy
  timer: advance 90s after=first
  retry: pay o1 key=k1 via=bank for=buy after=timer
faults
  crash first at=any max=1
schedule all
)");
  return story;
}

}  // namespace payonce::test
