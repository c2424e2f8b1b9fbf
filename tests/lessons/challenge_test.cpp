#include "scenarios/lessons/challenge.hpp"

#include <doctest/doctest.h>

#include "tests/laboratory/experiments.hpp"

namespace payonce::lessons {
namespace {

using laboratory::Choice;
using laboratory::Grain;
using laboratory::LayerSet;

LayerSet set_of(std::string_view text) { return *LayerSet::parse("layers", text); }

const script::Story& clicks() {
  static const script::Story story = test::double_click("k2");
  return story;
}

struct Level : Challenge {
  Level(const script::Story& story, std::string_view layers, const laboratory::Budget& budget = {})
      : Challenge(story, set_of(layers), Grain::coarse, budget) {}
  /// Refuses to be refused.
  void go(std::uint8_t actor, bool crash = false) { REQUIRE_FALSE(take({actor, crash})); }
  [[nodiscard]] std::string place() const { return trace().schedule.id(); }
};

std::string refused(Level& level, Choice choice) {
  const std::string before = level.place();
  const auto why = level.take(choice);
  REQUIRE(why);
  CHECK_FALSE(why->zh.empty());
  CHECK(level.place() == before);
  return why->en;
}

}  // namespace

TEST_CASE("who follows the hints alone comes to a leak in as many turns as par says") {
  const std::vector<std::pair<const script::Story*, std::string>> levels = {
      {&clicks(), "----"}, {&clicks(), "K---"}, {&clicks(), "ks--"}, {&test::crash_and_retry(), "----"}};
  for (const auto& [story, layers] : levels) {
    CAPTURE(layers);
    Level level(*story, layers);
    REQUIRE(level.par());
    std::uint32_t left = *level.par();
    while (!level.over()) {
      CHECK(level.outlook().to_leak == left);
      const auto hint = level.hint();
      REQUIRE(hint);
      REQUIRE_FALSE(level.take(*hint));
      --left;
    }
    CHECK(left == 0);
    CHECK(level.trace().events.size() == *level.par());
    CHECK(level.trace().verdict.harms.any());
  }
}

TEST_CASE("where nothing can leak there is neither par nor hint, and it may be tried all the same") {
  Level level(clicks(), "KWSV");
  CHECK_FALSE(level.par());
  CHECK_FALSE(level.hint());
  CHECK(level.outlook().known);
  for (int round = 0; round < 2; ++round) {
    while (!level.over()) level.go(level.choices().back().actor);
    CHECK_FALSE(level.trace().verdict.harms.any());
    CHECK(level.tried() == 1);
    level.restart();
  }
  while (!level.over()) level.go(level.choices().front().actor);
  CHECK(level.tried() == 2);
}

TEST_CASE("a turn that cannot be taken says why and changes nothing") {
  Level level(test::crash_and_retry(), "----");
  CHECK(refused(level, {2, false}) == "retry begins when timer has ended");
  CHECK(refused(level, {0, true}) == "first has not begun, and what never began cannot die");
  CHECK(refused(level, {9, false}) == "there is no such actor");
  level.go(0);
  CHECK(refused(level, {1, true}) == "timer does not die in this experiment");
  level.go(0, true);
  CHECK(refused(level, {0, false}) == "first is dead and does nothing more");
  level.go(1);
  CHECK(refused(level, {1, false}) == "timer has done all its steps");
  Level nobody_dies(clicks(), "----");
  nobody_dies.go(0);
  CHECK(refused(nobody_dies, {0, true}).find("nobody dies") == 0);
}

TEST_CASE("a turn that is taken back has never been") {
  Level level(clicks(), "K---");
  CHECK_FALSE(level.undo());
  level.go(0);
  level.go(0);
  const std::string place = level.place();
  const auto outlook = level.outlook();
  const std::size_t changed = level.tables().size();
  level.go(1);
  level.go(1);
  CHECK(level.tables().size() > changed);
  CHECK(level.undo());
  CHECK(level.undo());
  CHECK(level.place() == place);
  CHECK(level.tables().size() == changed);
  CHECK(level.outlook().schedules == outlook.schedules);
  CHECK(level.outlook().to_leak == outlook.to_leak);
  level.restart();
  CHECK(level.tables().empty());
  CHECK(level.trace().events.empty());
}

TEST_CASE("time passes in the turn of who advances the clock, and in no other") {
  Level level(test::crash_and_retry(), "----");
  CHECK_FALSE(level.tick());
  level.go(0);
  level.go(0, true);
  const auto tick = level.tick();
  REQUIRE(tick);
  CHECK(tick->actor == 1);
  REQUIRE_FALSE(level.take(*tick));
  CHECK(level.trace().events.back().at_ns == seconds(90).ns);
  CHECK_FALSE(level.tick());
}

TEST_CASE("from where nothing leaks any more it is said, and a step back the leak is there again") {
  Level level(test::crash_and_retry(), "----");
  level.go(0);
  REQUIRE(level.outlook().to_leak);
  level.go(0, true);  // before it did anything
  CHECK(level.outlook().known);
  CHECK_FALSE(level.outlook().to_leak);
  CHECK(level.outlook().leaking.zero());
  CHECK_FALSE(level.hint());
  CHECK(level.undo());
  CHECK(level.outlook().to_leak);
}

TEST_CASE("what has moved too often is seen before the schedule is over") {
  Level level(clicks(), "----");
  for (const std::uint8_t actor : std::vector<std::uint8_t>{0, 0, 1}) {
    level.go(actor);
    CHECK(level.too_often().empty());
  }
  level.go(1);
  REQUIRE(level.too_often().size() == 1);
  CHECK(level.too_often().front().in_the_book == 2);
  CHECK_FALSE(level.over());
}

TEST_CASE("where the budget was over before everything was seen nothing is taken for safe") {
  Level level(clicks(), "KWSV", {.states = 3, .time = seconds(60)});
  CHECK_FALSE(level.all().complete);
  CHECK_FALSE(level.outlook().known);
  while (!level.over()) level.go(level.choices().front().actor);
  CHECK(level.trace().whole);
}

TEST_CASE("it is said where everybody stands") {
  Level level(test::crash_and_retry(), "KWSV");
  CHECK(level.stands(0).en == "has not begun");
  CHECK(level.stands(2).en == "waits for timer");
  while (level.actor(0).state() == laboratory::Actor::State::waiting) level.go(0);
  CHECK(level.stands(0).en == "done");
  CHECK(level.stands(2).zh == "等待 timer");
}

}  // namespace payonce::lessons
