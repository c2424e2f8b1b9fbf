#include "scenarios/laboratory/simulation.hpp"

#include <doctest/doctest.h>

#include "scenarios/laboratory/case.hpp"
#include "scenarios/laboratory/shrinking.hpp"
#include "scenarios/player/vocabulary.hpp"
#include "scenarios/script/script.hpp"

namespace payonce::laboratory {
namespace {

LayerSet set_of(std::string_view text) { return *LayerSet::parse("layers", text); }

script::Story read(const std::string& text) {
  script::Script script = script::parse(text, player::vocabulary());
  REQUIRE(script.errors.empty());
  return std::move(script.stories.front());
}

/// A double click under two keys, and beside it much that has nothing to do with it.
Draft crowded() {
  Draft draft;
  draft.name = "crowded";
  draft.about = {"a test", "测试"};
  draft.world = {"account alice CNY 1000.00",
                 "account bob CNY 500.00",
                 "account shop CNY 0.00",
                 "acquirer bank",
                 "order o1 buyer=alice payee=shop amount=100.00",
                 "order o2 buyer=alice payee=shop amount=100.00"};
  draft.intents = {"buy = pay o1 once", "other = pay o2 at-most once"};
  draft.hands = {
      {.name = "one", .steps = {"pay o1 key=k1"}, .after = {}, .intent = "buy"},
      {.name = "two", .steps = {"pay o1 key=k2", "advance 6s", "pay o1 key=k2"}, .after = {}, .intent = "buy"},
      {.name = "else", .steps = {"pay o2 key=k3"}, .after = {}, .intent = "other"},
      {.name = "clerk", .steps = {"recover", "reap"}, .after = {}, .intent = {}},
      {.name = "mop", .steps = {"advance 10m", "recover"}, .after = {}, .intent = {}, .last = true}};
  draft.faults = {"crash else", "lose two"};
  draft.knobs = {"window=1s"};
  return draft;
}

Leak leaking(const Draft& draft) {
  Play play(draft.story(), set_of("K"), Grain::coarse);
  Ending ending = played_out(play, blind(3, 2), false);
  return {draft, set_of("K"), std::move(ending.path), std::move(ending.outcome)};
}

}  // namespace

TEST_CASE("a seed draws the same experiment, the same layers and the same schedule each time") {
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    CAPTURE(seed);
    const Run first = simulated(seed, std::nullopt);
    const Run again = simulated(seed, std::nullopt);
    CHECK(first.mark == again.mark);
    CHECK(first.drawn.layers == again.drawn.layers);
    CHECK(first.ending.path == again.ending.path);
    CHECK(first.ending.outcome == again.ending.outcome);
  }
}

TEST_CASE("what is drawn can be read and stands in the one form of scenario files, and seeds differ") {
  std::string all;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    CAPTURE(seed);
    const std::string text = drawn(seed).draft.text();
    const script::Script script = script::parse(text, player::vocabulary());
    REQUIRE(script.errors.empty());
    CHECK(script::print(script.tree) == text);
    all += text;
  }
  for (const auto* const word :
       {"pay",  "refund",  "authorise", "capture", "void", "topup",     "transfer", "adjust",  "order", "cancel",
        "ship", "deliver", "fee",       "recover", "reap", "reconcile", "notices",  "advance", "jump",  "reboot"}) {
    CAPTURE(word);
    CHECK(all.find(": " + std::string(word)) != std::string::npos);
  }
  for (const auto* const word : {"script bank late", "script bank lose", "script bank twice", "script bank down",
                                 "script bank decline", "crash ", "lose "}) {
    CAPTURE(word);
    CHECK(all.find(word) != std::string::npos);
  }
}

TEST_CASE("with all layers on what the first seeds draw leaks nothing") {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    CAPTURE(seed);
    CHECK(simulated(seed, LayerSet{}).ending.outcome == "");
  }
}

TEST_CASE("a leak is made smaller until nothing can be left out, and ends as it did") {
  const Leak large = leaking(crowded());
  REQUIRE(large.outcome.starts_with("DOUBLE"));
  const Leak small = shrunk(large, {.tries = 2});
  CHECK(small.outcome == large.outcome);
  CHECK(small.draft.hands.size() == 2);
  CHECK(small.draft.intents == std::vector<std::string>{"buy = pay o1 once"});
  CHECK(small.draft.faults.empty());
  CHECK(small.draft.knobs.empty());
  for (const Draft::Hand& hand : small.draft.hands) CHECK(hand.steps.size() == 1);
  for (const std::string& line : small.draft.world) CHECK_FALSE(speaks_of(line, "o2"));
  // One change of actor: first the one, then the other.
  CHECK(small.path.size() == 6);
  const auto one = case_in(case_text(small));
  REQUIRE(one);
  CHECK(replayed(read(case_text(small)), *one).same);
}

TEST_CASE("a case that no longer ends as it was kept says so, and why") {
  Draft draft = crowded().without_hand(3).without_hand(2).tidied();
  draft.hands[1].steps.resize(1);
  const Leak small = leaking(draft);
  const std::string text = case_text(small);
  const Case kept = case_in(text).value();
  Case otherwise = kept;
  otherwise.outcome = "LOST";
  CHECK(replayed(read(text), otherwise).why.en.find("it ends with " + small.outcome) != std::string::npos);
  Case shorter = kept;
  shorter.schedule.path.pop_back();
  CHECK(replayed(read(text), shorter).same);  // only one can go on, so that nothing is decided
  Case cut = kept;
  cut.schedule.path.resize(1);
  CHECK_FALSE(replayed(read(text), cut).same);
  Case longer = kept;
  longer.schedule.path.push_back({0, false});
  CHECK(replayed(read(text), longer).why.en.find("cannot come") != std::string::npos);
  std::string changed = text;
  changed.replace(changed.find("amount=100.00"), 13, "amount=101.00");
  CHECK(replayed(read(changed), kept).why.en.find("was changed") != std::string::npos);
  Case mended = kept;
  mended.schedule.layers = LayerSet{};
  mended.outcome.clear();
  CHECK(replayed(read(text), mended).same);  // the layers stand, and nothing is wrong
  CHECK_FALSE(case_in("scenario s\n"));
  CHECK_FALSE(case_in("# schedule L1.000000.KWSV.a\nscenario s\n"));
  CHECK_FALSE(case_in("# schedule of nothing\n# outcome LOST\n"));
  CHECK_FALSE(case_in("# schedule L1.000000.KWSV.a\n# outcome FOO\nscenario s\n"));
  CHECK(case_in("# schedule L1.000000.KWSV.a\n# outcome DOUBLE, FALSE\nscenario s\n"));
}

}  // namespace payonce::laboratory
