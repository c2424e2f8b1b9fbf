#pragma once

#include <string>

#include "scenarios/player/player.hpp"
#include "scenarios/player/vocabulary.hpp"
#include "scenarios/script/script.hpp"
#include "tests/support/temp_folder.hpp"

namespace payonce::player_tests {

/// A world with alice, who has 1000.00, a bank, and two orders of hers at the shop. Its steps begin at line 8.
inline std::string story(const std::string& steps, const std::string& knobs = "window=5s") {
  return "scenario s\nworld\n  account alice CNY 1000.00\n  order o1 buyer=alice payee=shop amount=100.00\n"
         "  order o2 buyer=alice payee=shop amount=10.00\n  acquirer bank settle-delay=10s\nknobs " +
         knobs + "\nsteps\n" + steps;
}

/// The line of the first step of such a story.
inline constexpr std::uint32_t first_step = 9;

/// The one story of a text; a text that cannot be read fails the test.
inline script::Story read(const std::string& text) {
  const script::Script script = script::parse(text, player::vocabulary());
  for (const script::Error& error : script.errors) FAIL_CHECK(script::report("story", error, Language::en));
  REQUIRE(script.errors.empty());
  REQUIRE(script.stories.size() == 1);
  return script.stories.front();
}

inline player::Played play(const std::string& text) {
  const test::TempFolder folder;
  const script::Story told = read(text);
  return player::play(told, folder.path());
}

}  // namespace payonce::player_tests
