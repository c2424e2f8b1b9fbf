#include "scenarios/laboratory/trace.hpp"

#include <algorithm>

#include "scenarios/laboratory/explorer.hpp"

namespace payonce::laboratory {

std::vector<TableContent> tables_of(Play& play) {
  std::vector<TableContent> all = play.judge_hands().ledger().store().dump();
  for (auto& [name, acquirer] : play.judge_hands().acquirers()) {
    for (TableContent& table : acquirer.dump()) {
      table.name = name + "." + table.name;
      all.push_back(std::move(table));
    }
  }
  return all;
}

Trace trace(Play& play, const Schedule& schedule) {
  Trace told{.schedule = schedule, .actors = {}, .events = {}, .verdict = {}};
  for (std::size_t i = 0; i < play.actors(); ++i) told.actors.push_back(play.actor(i).name());
  play.begin();
  const std::int64_t start = play.clock().boot_ns;
  std::vector<TableContent> before = tables_of(play);
  for (std::size_t i = 0; i < schedule.path.size(); ++i) {
    const Choice choice = schedule.path[i];
    const std::vector<Choice> possible = play.choices();
    if (std::find(possible.begin(), possible.end(), choice) == possible.end()) throw Diverged{i};
    const Actor& actor = play.actor(choice.actor);
    const std::size_t step = actor.at_step();
    const std::size_t answered = actor.responses().size();
    play.take(choice);
    Event event{.actor = choice.actor, .crash = choice.crash, .at_ns = play.clock().boot_ns - start};
    if (!choice.crash) event.passed = play.passed();
    if (step < actor.steps()) event.doing = actor.step(step).text;
    if (actor.responses().size() > answered) event.response = actor.responses()[answered];
    std::vector<TableContent> now = tables_of(play);
    event.changes = changes_between(before, now);
    before = std::move(now);
    told.events.push_back(std::move(event));
  }
  told.whole = play.choices().empty();
  if (told.whole) told.verdict = play.judge();
  return told;
}

}  // namespace payonce::laboratory
