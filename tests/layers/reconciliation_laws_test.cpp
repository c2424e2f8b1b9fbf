// Every law is broken once, by hand and past every rule of the schema (schema/damages/), in a story that pins what
// reconciliation says of it (scenarios/reconciliation/laws-of-*.lab). Here: that none is left out.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "scenarios/player/vocabulary.hpp"
#include "scenarios/script/script.hpp"
#include "schema/checks.hpp"
#include "schema/damages.hpp"
#include "tests/support/temp_folder.hpp"

using namespace payonce;

namespace {

/// What a story finds at its end, behind the one damage it does.
struct Broken {
  std::string story;
  std::vector<std::string> found;
};

/// By the law that is damaged.
std::multimap<std::string, Broken> told() {
  std::multimap<std::string, Broken> all;
  const std::filesystem::path folder = PAYONCE_SOURCE_DIR "/scenarios/reconciliation";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const script::Script script = script::parse(test::contents(entry.path()), player::vocabulary());
    CAPTURE(entry.path());
    REQUIRE(script.errors.empty());
    for (const script::Story& story : script.stories) {
      std::vector<std::string> damaged;
      for (const script::Step& step : story.steps) {
        if (step.verb == script::Verb::damage) damaged.push_back(step.words.front());
      }
      if (damaged.empty()) continue;
      CAPTURE(story.name);
      CHECK(damaged.size() == 1);
      all.insert({damaged.front(), {story.name, story.steps.back().expects.findings}});
    }
  }
  return all;
}

template <class All>
std::set<std::string> names_of(const All& all) {
  std::set<std::string> names;
  for (const auto& one : all) names.emplace(one.name);
  return names;
}

}  // namespace

TEST_CASE("every law has a damage that breaks it, and there is no damage without a law") {
  CHECK(names_of(all_damages()) == names_of(all_checks()));
}

TEST_CASE("every damage is done in one story, which is told so and finds the law by its name") {
  const auto stories = told();
  for (const Damage& damage : all_damages()) {
    const std::string law(damage.name);
    CAPTURE(law);
    REQUIRE(stories.count(law) == 1);
    const Broken& broken = stories.find(law)->second;
    CAPTURE(broken.story);
    CHECK(std::count(broken.found.begin(), broken.found.end(), law) == 1);
  }
  CHECK(stories.size() == all_damages().size());
}
