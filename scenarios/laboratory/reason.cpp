#include "scenarios/laboratory/reason.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "ledger/values/layer.hpp"

namespace payonce::laboratory {
namespace {

/// In the order of LayerSet::letters: under which name each answers.
constexpr std::array<Layer, 4> layers_of_letters = {Layer::idempotency_key, Layer::dedup_window, Layer::state_machine,
                                                    Layer::unique_constraint};

/// Longer than any schedule of an experiment; what goes on beyond it goes on for ever.
constexpr std::size_t most_turns = 10'000;

std::set<std::string> rows_of(const Event& event) {
  std::set<std::string> rows;
  for (const Change& change : event.changes) rows.insert(change.table + " " + change.row);
  return rows;
}

std::vector<std::string> shared(const Event& left, const Event& right) {
  const std::set<std::string> a = rows_of(left);
  const std::set<std::string> b = rows_of(right);
  std::vector<std::string> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

/// Since which turn the harm has been there without a break.
std::optional<std::size_t> since(Play& play, const Path& path, Harm harm) {
  std::optional<std::size_t> from;
  play.begin();
  if (play.judge().harms.has(harm)) return std::nullopt;
  for (std::size_t i = 0; i < path.size(); ++i) {
    play.take(path[i]);
    const bool there = play.judge().harms.has(harm);
    if (there && !from) from = i;
    if (!there) from.reset();
  }
  return from;
}

/// Whether somebody was told so in the schedule itself: then no further layer has to do with it.
bool told_already(const Trace& trace, const std::string& actor, const std::string& told) {
  return std::any_of(trace.events.begin(), trace.events.end(), [&](const Event& one) {
    return trace.actors[one.actor] == actor && one.response && player::spelled(*one.response) == told;
  });
}

std::string spelled(const std::vector<Step>& points) {
  std::string text(label(points.front()));
  if (points.size() > 1) text += "…" + std::string(label(points.back()));
  return text;
}

/// The same turns as far as they can come, and whoever is left to the end.
Reason::Tried tried_with(const script::Story& story, const Trace& trace, char letter) {
  const Schedule& schedule = trace.schedule;
  Reason::Tried tried{.layer = letter, .leaks = false, .turn = {}, .actor = {}, .told = {}, .points = {}};
  LayerSet set = schedule.layers;
  const std::size_t at = LayerSet::letters.find(letter);
  const bool channel = at == std::string_view::npos;
  (channel ? set.channel_memory : set.layers[at]) = script::Setting::on;
  Play play(story, set, schedule.grain);
  play.begin();
  std::size_t turns = 0;
  std::vector<std::string> points(play.actors());
  const auto take = [&](Choice choice) {
    const Actor& actor = play.actor(choice.actor);
    const std::size_t before = actor.responses().size();
    play.take(choice);
    const auto& passed = actor.passed();
    if (!choice.crash && !passed.empty() && passed.front() != Step::reply_send) points[choice.actor] = spelled(passed);
    for (std::size_t i = before; i < actor.responses().size(); ++i) {
      const player::Response& one = actor.responses()[i];
      if (channel || tried.turn || one.by != name(layers_of_letters[at])) continue;
      const std::string told = player::spelled(one);
      if (told_already(trace, actor.name(), told)) continue;
      tried.turn = turns;
      tried.actor = actor.name();
      tried.told = told;
      tried.points = points[choice.actor];
    }
    ++turns;
  };
  for (const Choice choice : schedule.path) {
    const std::vector<Choice> possible = play.choices();
    if (std::find(possible.begin(), possible.end(), choice) != possible.end()) take(choice);
  }
  for (auto left = play.choices(); !left.empty() && turns < most_turns; left = play.choices()) take(left.front());
  tried.leaks = play.judge().harms.any();
  return tried;
}

}  // namespace

std::optional<Reason> reason_of(const script::Story& story, const Trace& trace) {
  const auto gravest = std::find_if(script::every_harm.begin(), script::every_harm.end(),
                                    [&](Harm harm) { return trace.verdict.harms.has(harm); });
  if (!trace.whole || gravest == script::every_harm.end()) return std::nullopt;
  const LayerSet& layers = trace.schedule.layers;
  Reason reason;
  reason.harm = *gravest;
  {
    Play play(story, layers, trace.schedule.grain);
    const auto from = since(play, trace.schedule.path, reason.harm);
    if (!from) return std::nullopt;
    reason.turn = *from;
  }
  const Event& act = trace.events[reason.turn];
  // What another wrote comes first; where nobody else did, it is its own earlier turn that it met again.
  for (const bool own : {false, true}) {
    for (std::size_t i = reason.turn; i-- > 0 && !reason.other;) {
      if ((trace.events[i].actor == act.actor) != own) continue;
      reason.both_wrote = shared(trace.events[i], act);
      if (!reason.both_wrote.empty()) reason.other = i;
    }
  }
  for (std::size_t i = 0; reason.other && i < *reason.other; ++i) {
    if (trace.events[i].actor == act.actor) reason.looked = i;
  }
  for (std::size_t i = reason.turn; i < trace.events.size(); ++i) {
    if (trace.events[i].crash && trace.events[i].actor == act.actor) reason.died = i;
  }
  for (std::size_t i = 0; i < LayerSet::letters.size(); ++i) {
    if (!layers.on(i)) reason.tried.push_back(tried_with(story, trace, LayerSet::letters[i]));
  }
  if (layers.channel_memory != script::Setting::on) reason.tried.push_back(tried_with(story, trace, 'X'));
  return reason;
}

}  // namespace payonce::laboratory
