#include <doctest/doctest.h>

#include "scenarios/laboratory/cell.hpp"
#include "scenarios/laboratory/explorer.hpp"
#include "tests/laboratory/experiments.hpp"

namespace payonce::laboratory {
namespace {

using test::double_click;
using test::experiment;

LayerSet set_of(std::string_view text) { return *LayerSet::parse("layers", text); }

Graph graph_of(const script::Story& story, std::string_view layers, bool memo = true) {
  Play play(story, set_of(layers), Grain::coarse);
  return explore(play, {}, memo);
}

/// Every schedule one by one, and what each comes to: no memory of states, no counting backwards.
void walk(Play& play, Path& path, std::uint64_t& schedules, std::uint64_t& leaking, double chance,
          double& leak_chance) {
  play.begin();
  for (const Choice choice : path) play.take(choice);
  const auto choices = play.choices();
  if (choices.empty()) {
    ++schedules;
    if (play.judge().harms.any()) {
      ++leaking;
      leak_chance += chance;
    }
    return;
  }
  for (const Choice choice : choices) {
    path.push_back(choice);
    walk(play, path, schedules, leaking, chance / static_cast<double>(choices.size()), leak_chance);
    path.pop_back();
  }
}

}  // namespace

TEST_CASE("two handlers of three steps each meet in twenty schedules") {
  const Tally all = tally(graph_of(double_click("k2"), "KWSV"));
  CHECK(all.schedules.text() == "20");
  CHECK(all.leaking.zero());
  CHECK(all.chance == doctest::Approx(0));
}

TEST_CASE(
    "with no layer on every schedule of a double click pays twice and each single layer that is meant for it stops "
    "it") {
  CHECK(tally(graph_of(double_click("k2"), "----")).leaking.text() == "20");
  CHECK(tally(graph_of(double_click("k2"), "K---")).leaking.text() == "20");
  for (const auto* const one : {"-W--", "--S-", "---V"}) {
    CAPTURE(one);
    CHECK(tally(graph_of(double_click("k2"), one)).leaking.zero());
  }
  CHECK(tally(graph_of(double_click("k1"), "K---")).leaking.zero());
}

TEST_CASE("counting by states and walking every schedule one by one come to the same numbers") {
  const script::Story clicks = double_click("k2");
  const std::vector<std::pair<const script::Story*, std::string>> cases = {{&clicks, "KWSV"},
                                                                           {&clicks, "K---"},
                                                                           {&clicks, "----"},
                                                                           {&test::crash_and_retry(), "KWSV"},
                                                                           {&test::crash_and_retry(), "----"}};
  for (const auto& [story, layers] : cases) {
    CAPTURE(layers);
    const Tally counted = tally(graph_of(*story, layers));
    Play play(*story, set_of(layers), Grain::coarse);
    std::uint64_t schedules = 0;
    std::uint64_t leaking = 0;
    double chance = 0;
    Path path;
    walk(play, path, schedules, leaking, 1.0, chance);
    CHECK(counted.schedules == Count(schedules));
    CHECK(counted.leaking == Count(leaking));
    CHECK(counted.chance == doctest::Approx(chance));
  }
}

TEST_CASE("the same schedule played twice passes through the same states") {
  Play play(test::crash_and_retry(), set_of("KWSV"), Grain::coarse);
  const Graph graph = explore(play, {});
  const auto path = shortest(graph, [](const Verdict&) { return true; });
  REQUIRE(path);
  CHECK(follow(play, *path) == follow(play, *path));
  Play again(test::crash_and_retry(), set_of("KWSV"), Grain::coarse);
  CHECK(follow(again, *path) == follow(play, *path));
}

TEST_CASE("a process that dies at any of its stops leaves nothing that its retry does not end") {
  const Tally all = tally(graph_of(test::crash_and_retry(), "KWSV"));
  CHECK(all.leaking.zero());
  CHECK(all.complete);
}

TEST_CASE("by statements writers wait for one another and no schedule is lost in it") {
  const script::Story story = double_click("k2");
  Play play(story, set_of("KWSV"), Grain::statements);
  const Graph graph = explore(play, {.states = 200'000, .time = seconds(300)});
  const Tally all = tally(graph);
  CHECK(all.complete);
  CHECK(all.leaking.zero());
  CHECK(all.schedules.share_of(Count(1)) > 1000);
  Play brave(story, set_of("K---"), Grain::statements);
  const Tally leaks = tally(explore(brave, {.states = 200'000, .time = seconds(300)}));
  CHECK(leaks.leaking == leaks.schedules);
}

TEST_CASE("what the budget cuts off is unknown and never safe") {
  Play play(double_click("k2"), set_of("KWSV"), Grain::coarse);
  const Graph graph = explore(play, {.states = 3, .time = seconds(60)});
  CHECK_FALSE(graph.complete);
  CHECK(cell_of(set_of("KWSV"), graph).answer == Cell::Answer::unknown);
}

TEST_CASE("a path that the experiment does not have is refused at the choice that is not there") {
  const script::Story story = double_click("k2");
  Play play(story, set_of("KWSV"), Grain::coarse);
  const Path path = {{0, false}, {7, false}};
  bool diverged = false;
  try {
    (void)follow(play, path);
  } catch (const Diverged& at) {
    diverged = at.at == 1;
  }
  CHECK(diverged);
}

TEST_CASE("an unknown cell is no guard and no leak, and hides the guards that depend on it") {
  const auto cell = [](const std::string& layers, Cell::Answer answer) {
    Cell one{.layers = set_of(layers), .tally = {}};
    one.answer = answer;
    return one;
  };
  std::vector<Cell> cells;
  for (const LayerSet& set : every_layer_set(false)) {
    const bool guarded = set.on(2) || set.on(3);
    cells.push_back(cell(set.name(), guarded ? Cell::Answer::safe : Cell::Answer::leaks));
  }
  const auto at = [&](std::string_view layers) -> Cell& {
    return *std::find_if(cells.begin(), cells.end(), [&](const Cell& one) { return one.layers.name() == layers; });
  };
  CHECK(guards_of(cells) == Guards{.sets = {"S", "V"}});
  // What holds a guard is one whatever it is itself.
  at("KWSV").answer = Cell::Answer::unknown;
  CHECK(guards_of(cells) == Guards{.sets = {"S", "V"}});
  CHECK(cures_of(cells, set_of("K---")) == "S | V");
  // It may be a guard of its own.
  at("KW--").answer = Cell::Answer::unknown;
  CHECK(guards_of(cells) == Guards{.sets = {"S", "V"}, .known = false});
  CHECK(spelled(guards_of(cells)) == "S | V | ?");
  CHECK(cures_of(cells, set_of("K---")) == "S | V | ?");
  // Where it is part of all others none of them is known to be the smallest.
  at("----").answer = Cell::Answer::unknown;
  CHECK(guards_of(cells) == Guards{.sets = {}, .known = false});
  CHECK(spelled(guards_of(cells)) == "unknown");
}

TEST_CASE("that reconciliation finds what nothing stops is said only where everything was seen") {
  std::vector<Cell> cells;
  for (const LayerSet& set : every_layer_set(false)) {
    Cell one{.layers = set, .tally = {}};
    one.answer = Cell::Answer::leaks;
    one.all_found = true;
    cells.push_back(one);
  }
  CHECK(guards_of(cells) == Guards{.sets = {"R"}});
  for (Cell& one : cells) {
    one.tally.complete = false;
    one.all_found = false;
  }
  CHECK(guards_of(cells) == Guards{.sets = {}, .known = false});
  cells.front().answer = Cell::Answer::unknown;
  CHECK_FALSE(guards_of(cells).known);
}

TEST_CASE("the smallest sets of layers are named and none that holds another") {
  std::vector<Cell> cells;
  const script::Story story = double_click("k2");
  for (const LayerSet& set : every_layer_set(false)) cells.push_back(look_at(story, set, Grain::coarse, {}));
  CHECK(cells.size() == 16);
  CHECK(spelled(guards_of(cells)) == "W | S | V");
}

}  // namespace payonce::laboratory
