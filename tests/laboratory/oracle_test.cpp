#include <doctest/doctest.h>

#include "scenarios/laboratory/explorer.hpp"
#include "scenarios/laboratory/tally.hpp"
#include "tests/laboratory/experiments.hpp"

namespace payonce::laboratory {
namespace {

using test::experiment;

Graph graph_of(const script::Story& story, Grain grain = Grain::coarse) {
  Play play(story, LayerSet{}, grain);
  return explore(play, {});
}

Count of(const Tally& tally, Harm harm) { return tally.by_harm[static_cast<std::size_t>(harm)]; }

}  // namespace

TEST_CASE("a correction downwards is not taken for one upwards of the same amount") {
  const Tally all = tally(graph_of(experiment(R"(world
  account till CNY 100.00
intents
  more = adjust till by=10.00 once
actors
  clerk: adjust till key=k1 by=-10.00 for=more
)")));
  CHECK(of(all, Harm::lost) == all.schedules);
}

TEST_CASE("of two equal wishes as many must have happened as were told that theirs has") {
  const Tally all = tally(graph_of(experiment(R"(world
  account till CNY 100.00
intents
  more = adjust till by=10.00 twice
actors
  one: adjust till key=k1 to=110.00 for=more
  other: adjust till key=k2 to=110.00 for=more
)")));
  CHECK(of(all, Harm::lost) == all.schedules);
}

TEST_CASE("of what is harmed it is said whom it has met and how, and what a wish wanted") {
  const auto only = [](const script::Story& story) {
    Play play(story, LayerSet{}, Grain::coarse);
    const Graph graph = explore(play, {});
    REQUIRE_FALSE(graph.leaves.empty());
    return graph.leaves.front();
  };
  const Verdict ends = only(experiment(std::string(test::shop) + R"(intents
  wish = order o1 ends cancelled
actors
  buyer: pay o1 key=k1
)"));
  REQUIRE(ends.blames.size() == 1);
  CHECK(ends.blames.front().what.en == "order o1 ends paid, wanted cancelled");
  const Verdict stuck = only(experiment(std::string(test::shop_with_bank) + R"(intents
  buy = pay o1 at-most once
actors
  bank: script bank lose
  buyer: pay o1 key=k1 via=bank for=buy after=bank
)"));
  CHECK(stuck.harms.has(Harm::stuck));
  CHECK(std::any_of(stuck.blames.begin(), stuck.blames.end(), [](const Blame& one) {
    return one.what.en.find("o1.pay.1 is left unknown") != std::string::npos;
  }));
  REQUIRE(stuck.moved.size() == 1);
  CHECK(stuck.moved.front().at_most);
}

TEST_CASE("a lock that was taken is no success of what it was taken for") {
  const Tally all = tally(graph_of(experiment(std::string(test::shop) + R"(intents
  buy = pay o1 at-most once
actors
  worker: lease acquire job owner=a ttl=10s
  worker: pay o1 key=k1 lease=job owner=a for=buy
faults
  crash worker at=any max=1
)")));
  CHECK(of(all, Harm::lost).zero());
}

TEST_CASE("a cancelled order that never came to be is no order where it must not stand") {
  const Tally all = tally(graph_of(experiment(R"(world
  account alice CNY 100.00
  account shop CNY 0.00
intents
  wish = order o9 ends cancelled
actors
  gone: deliver order.cancelled o9 version=2 id=e2
)")));
  CHECK(all.leaking.zero());
}

TEST_CASE("what is on the disk survives the power, what is not is lost, and the bank remembers both") {
  const std::string cut = std::string(test::shop_with_bank) + R"(intents
  buy = pay o1 at-most once
actors
  customer: pay o1 key=k1 via=bank for=buy
  power: reboot
  later: advance 70s after=customer,power
  later: recover
)";
  CHECK(tally(graph_of(experiment(cut))).leaking.zero());
  const Tally lost = tally(graph_of(experiment(cut + "knobs durable=off\n")));
  CHECK_FALSE(of(lost, Harm::lost).zero());
  CHECK_FALSE(of(lost, Harm::stuck).zero());
  CHECK(lost.unseen_by_reconciliation.zero());
}

TEST_CASE("who dies while it waits for a lock leaves the others to go on, statement by statement") {
  const script::Story story = experiment(std::string(test::shop) + R"(intents
  buy = pay o1 at-most once
actors
  first: pay o1 key=k1 for=buy
  other: pay o1 key=k2 for=buy
faults
  crash first at=any max=1
)");
  Play play(story, LayerSet{}, Grain::statements);
  const Graph graph = explore(play, {.states = 200'000, .time = seconds(60)});
  const Tally all = tally(graph);
  CHECK(graph.complete);
  CHECK(all.leaking.zero());
  // The same schedule twice is the same, also where locks are waited for.
  const auto path = shortest(graph, [](const Verdict& end) { return end.outcomes.front().empty(); });
  REQUIRE(path);
  CHECK(follow(play, *path) == follow(play, *path));
}

}  // namespace payonce::laboratory
