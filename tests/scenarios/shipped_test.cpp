#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <vector>

#include "ledger/values/layer.hpp"
#include "tests/scenarios/played.hpp"

using namespace payonce;

namespace {

struct Shipped {
  std::filesystem::path path;
  std::string text;
  script::Script script;
};

const std::vector<Shipped>& shipped() {
  static const std::vector<Shipped> all = [] {
    std::vector<Shipped> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(PAYONCE_SOURCE_DIR "/scenarios")) {
      if (entry.path().extension() != ".lab") continue;
      const std::string text = test::contents(entry.path());
      found.push_back({entry.path(), text, script::parse(text, player::vocabulary())});
    }
    return found;
  }();
  return all;
}

}  // namespace

TEST_CASE("every shipped story can be read and stands in canonical form") {
  CHECK(shipped().size() >= 60);
  for (const Shipped& one : shipped()) {
    CAPTURE(one.path);
    for (const script::Error& error : one.script.errors) FAIL_CHECK(script::report("", error, Language::en));
    CHECK(script::print(one.script.tree) == one.text);
  }
}

TEST_CASE(
    "the first story of every shipped file has its name, and each is told in both languages and says what it tests") {
  for (const Shipped& one : shipped()) {
    CAPTURE(one.path);
    REQUIRE_FALSE(one.script.stories.empty());
    CHECK(one.script.stories.front().name == one.path.stem().string());
    CHECK_FALSE(one.script.stories.front().tests.empty());
    for (const script::Story& story : one.script.stories) {
      CAPTURE(story.name);
      CHECK(story.en.size() > 20);
      CHECK(story.zh.size() > 20);
      CHECK(std::any_of(story.zh.begin(), story.zh.end(), [](char c) { return (c & 0x80) != 0; }));
      CHECK(story.steps.empty() == story.experiment.has_value());
    }
  }
}

TEST_CASE("every shipped story asks for a reconciliation") {
  for (const Shipped& one : shipped()) {
    CAPTURE(one.path);
    if (one.script.stories.front().experiment) continue;  // its laws are judged at the end of each schedule
    const std::vector<script::Step>& steps = one.script.stories.front().steps;
    CHECK(std::any_of(steps.begin(), steps.end(),
                      [](const script::Step& step) { return step.verb == script::Verb::reconcile; }));
  }
}

TEST_CASE("every layer has stories, and one at least shows it stopping something") {
  for (const Layer layer : all_layers) {
    if (layer == Layer::channel || layer == Layer::journal) continue;
    const std::string wanted(name(layer));
    CAPTURE(wanted);
    bool stopped = false;
    std::size_t stories = 0;
    for (const Shipped& one : shipped()) {
      if (one.path.parent_path().filename() != wanted) continue;
      ++stories;
      if (stopped) continue;
      const player::ScratchFolder folder;
      stopped = player::play(one.script.stories.front(), folder.path()).stops.contains(wanted);
    }
    CHECK(stories > 0);
    CHECK(stopped);
  }
}

TEST_CASE("the stories that the two articles tell are all there") {
  constexpr std::array names = {"double-click",      "fresh-key-double-click", "lost-reply-retry", "same-key-race",
                                "refresh-or-back",   "key-other-body",         "key-not-scoped",   "topup-retry",
                                "provider-callback", "retry-after-retention",  "elevator-or-atm",  "set-or-add",
                                "spelling",          "crash-after-charge",     "unknown-answer",   "orphaned-key",
                                "late-success",      "pay-vs-cancel",          "two-channels",     "refund-race",
                                "overdraft",         "both-books-agree",       "clean-day"};
  for (const std::string wanted : names) {
    CAPTURE(wanted);
    CHECK(std::any_of(shipped().begin(), shipped().end(),
                      [&](const Shipped& one) { return one.path.stem().string() == wanted; }));
  }
}
