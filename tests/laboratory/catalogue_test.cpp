#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "scenarios/laboratory/check.hpp"
#include "scenarios/laboratory/explorer.hpp"
#include "scenarios/laboratory/tally.hpp"
#include "scenarios/player/vocabulary.hpp"
#include "scenarios/script/script.hpp"

namespace payonce::laboratory {
namespace {

namespace fs = std::filesystem;

struct Shown {
  std::string file;
  script::Story story;
};

/// Every experiment of the catalogue, by file and then as it stands there.
const std::vector<Shown>& catalogue() {
  static const std::vector<Shown> all = [] {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(PAYONCE_SOURCE_DIR "/scenarios/catalogue")) {
      files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::vector<Shown> found;
    for (const fs::path& file : files) {
      std::ifstream in(file);
      std::stringstream text;
      text << in.rdbuf();
      script::Script read = script::parse(text.str(), player::vocabulary());
      for (const script::Error& error : read.errors) FAIL(script::report(file.string(), error, Language::en));
      for (script::Story& story : read.stories) found.push_back({file.filename().string(), std::move(story)});
    }
    return found;
  }();
  return all;
}

const script::Expected* pinned(const script::Story& story) {
  const auto& expects = story.experiment->expects;
  const auto found = std::find_if(expects.begin(), expects.end(),
                                  [](const auto& one) { return one.kind == script::Expected::Kind::guards; });
  return found == expects.end() ? nullptr : &*found;
}

/// Whether it is said of it that something leaks: under fewer layers, or when something is set otherwise. That what is said is true
/// is the business of `payonce lab check`, which is a test of its own for each file.
bool shows_a_leak(const script::Story& story) {
  const auto& expects = story.experiment->expects;
  return std::any_of(expects.begin(), expects.end(), [](const script::Expected& one) {
    const bool never = one.guards.size() == 1 && one.guards.front().empty();
    if (one.kind == script::Expected::Kind::guards) return !never;
    return (one.kind == script::Expected::Kind::layers || one.kind == script::Expected::Kind::variant) &&
           !one.leaks.empty();
  });
}

}  // namespace

TEST_CASE("all fifty-four rows of the catalogue are there, each with its rule in both languages") {
  std::set<std::string> rows;
  std::set<std::string> ruled;
  for (const Shown& one : catalogue()) {
    CAPTURE(one.file);
    REQUIRE(one.story.experiment);
    CHECK(one.file.starts_with(one.story.row + "-"));
    CHECK(one.story.name.starts_with(one.story.row + "-"));
    rows.insert(one.story.row);
    if (!one.story.rule.en.empty() && !one.story.rule.zh.empty()) ruled.insert(one.story.row);
  }
  std::set<std::string> wanted;
  for (int row = 1; row <= 52; ++row) {
    const std::string number = (row < 10 ? "0" : "") + std::to_string(row);
    if (row == 9 || row == 46) {
      wanted.insert({number + "a", number + "b"});
    } else {
      wanted.insert(number);
    }
  }
  CHECK(rows == wanted);
  CHECK(ruled == wanted);
}

TEST_CASE("each layer has an experiment that it alone can make safe") {
  std::set<std::string> alone;
  for (const Shown& one : catalogue()) {
    const script::Expected* const guards = pinned(one.story);
    if (guards != nullptr && guards->guards.size() == 1) alone.insert(guards->guards.front());
  }
  for (const auto* const layer : {"K", "W", "S", "V", "R"}) {
    CAPTURE(layer);
    CHECK(alone.contains(layer));
  }
}

TEST_CASE("where running corrects an article the catalogue says so, each sentence once") {
  std::set<std::string> sentences;
  std::set<std::string> rows;
  for (const Shown& one : catalogue()) {
    for (const script::Correction& correction : one.story.corrections) {
      CHECK(sentences.insert(correction.says.en).second);
      rows.insert(one.story.row);
    }
  }
  CHECK(rows == std::set<std::string>{"15", "22", "23", "30", "37", "46b"});
}

TEST_CASE(
    "every experiment pins its guards, and the first of each file leaks under one set of layers or setting at least") {
  for (const Shown& one : catalogue()) {
    CAPTURE(one.story.name);
    CHECK(pinned(one.story) != nullptr);
    // What leaks nowhere proves nothing. Those behind the first may show what is safe beside it.
    // A balance below zero can be had by no switch: the book itself refuses it.
    if (one.story.name + ".lab" == one.file && one.story.row != "20") CHECK(shows_a_leak(one.story));
  }
}

TEST_CASE("remembering states and walking every schedule come to the same numbers wherever two actors meet") {
  constexpr std::uint64_t most = 3'000;
  for (const Shown& one : catalogue()) {
    if (one.story.experiment->actors.size() != 2) continue;
    CAPTURE(one.story.name);
    Play play(one.story, LayerSet{}, Grain::coarse);
    const Tally counted = tally(explore(play, {}));
    if (!counted.complete || counted.schedules.share_of(Count(most)) > 1) continue;
    const Tally walked = tally(explore(play, {}, false));
    CHECK(walked.schedules == counted.schedules);
    CHECK(walked.leaking == counted.leaking);
    CHECK(walked.chance == doctest::Approx(counted.chance));
  }
}

TEST_CASE("a schedule played twice passes through the same states in every experiment") {
  for (const Shown& one : catalogue()) {
    CAPTURE(one.story.name);
    Play play(one.story, LayerSet{}, Grain::coarse);
    Path path;
    play.begin();
    // Whoever comes last among those who can go, so that all of them meet.
    for (auto choices = play.choices(); !choices.empty(); choices = play.choices()) {
      path.push_back(choices[path.size() % choices.size()]);
      play.take(path.back());
    }
    CHECK(follow(play, path) == follow(play, path));
  }
}

TEST_CASE("what the experiments of docs/scenarios.md expect is so") {
  std::ifstream in(PAYONCE_SOURCE_DIR "/docs/scenarios.md");
  std::stringstream read;
  read << in.rdbuf();
  const std::string page = read.str();
  int experiments = 0;
  for (std::size_t at = page.find("```lab\n"); at != std::string::npos; at = page.find("```lab\n", at)) {
    at += 7;
    const std::size_t end = page.find("```", at);
    const script::Script block = script::parse(page.substr(at, end - at), player::vocabulary());
    for (const script::Story& story : block.stories) {
      if (!story.experiment) continue;
      ++experiments;
      CAPTURE(story.name);
      for (const Checked& one : check(story, {.threads = 2})) {
        CAPTURE(one.line);
        CAPTURE(one.got.en);
        CHECK(one.answer == Checked::Answer::holds);
      }
    }
  }
  CHECK(experiments >= 4);
}

}  // namespace payonce::laboratory
