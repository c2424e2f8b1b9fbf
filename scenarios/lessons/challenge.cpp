#include "scenarios/lessons/challenge.hpp"

#include <algorithm>
#include <utility>

#include "scenarios/script/vocabulary.hpp"

namespace payonce::lessons {
namespace {

using laboratory::Actor;
using laboratory::Choice;
using laboratory::Graph;
using laboratory::Path;
using laboratory::Verdict;

std::vector<std::string> names_of(const script::Story& story) {
  std::vector<std::string> names;
  for (const script::Actor& actor : story.experiment->actors) names.push_back(actor.name);
  return names;
}

bool lets_time_pass(const Actor& actor) {
  if (actor.at_step() >= actor.steps()) return false;
  const script::Verb verb = actor.step(actor.at_step()).verb;
  return verb == script::Verb::advance || verb == script::Verb::jump;
}

}  // namespace

Challenge::Challenge(const script::Story& story, const laboratory::LayerSet& layers, laboratory::Grain grain,
                     const laboratory::Budget& budget)
    : story_(story),
      layers_(layers),
      grain_(grain),
      play_(story, layers, grain),
      graph_(laboratory::explore(play_, budget)),
      all_(laboratory::tally(graph_)),
      schedules_(laboratory::counted_from_each(graph_, [](const Verdict&) { return true; })),
      leaking_(laboratory::counted_from_each(graph_, [](const Verdict& end) { return end.harms.any(); })),
      distances_(laboratory::distances_to_leak(graph_)),
      keys_(names_of(story)) {
  play_.begin();
  first_ = laboratory::tables_of(play_);
  go_to({});
}

std::optional<std::uint32_t> Challenge::par() const {
  return distances_.front() == Graph::none ? std::nullopt : std::optional(distances_.front());
}

void Challenge::go_to(Path path) {
  path_ = std::move(path);
  trace_ = laboratory::trace(play_, laboratory::schedule_of(story_, layers_, grain_, path_));
  if (trace_.whole) tried_.insert(path_);
}

Graph::NodeId Challenge::node() const {
  Graph::NodeId at = 0;
  for (const Choice choice : path_) {
    const auto& edges = graph_.nodes[at].edges;
    const auto edge =
        std::find_if(edges.begin(), edges.end(), [&](const Graph::Edge& one) { return one.choice == choice; });
    if (edge == edges.end()) return Graph::none;
    at = edge->to;
  }
  return at;
}

Outlook Challenge::outlook() const {
  const Graph::NodeId at = node();
  if (at == Graph::none || graph_.nodes[at].cut) return {.known = false, .schedules = {}, .leaking = {}, .to_leak = {}};
  Outlook found{.known = graph_.complete, .schedules = schedules_[at], .leaking = leaking_[at], .to_leak = {}};
  if (distances_[at] != Graph::none) found.to_leak = distances_[at];
  return found;
}

std::optional<Choice> Challenge::hint() const {
  const Graph::NodeId at = node();
  if (at == Graph::none || distances_[at] == Graph::none) return std::nullopt;
  std::optional<Choice> best;
  std::uint32_t nearest = Graph::none;
  // Of several that are as near, whoever had the last turn goes on: that is easier to follow.
  const auto near = [&](const Graph::Edge& edge) { return distances_[edge.to]; };
  for (const Graph::Edge& edge : graph_.nodes[at].edges) {
    const bool goes_on = !path_.empty() && edge.choice == Choice{path_.back().actor, false};
    if (near(edge) < nearest || (near(edge) == nearest && goes_on && nearest != Graph::none)) {
      best = edge.choice;
      nearest = near(edge);
    }
  }
  return best;
}

Result<Choice> Challenge::tick() const {
  std::vector<Choice> clocks;
  for (const Choice choice : choices()) {
    if (!choice.crash && lets_time_pass(play_.actor(choice.actor))) clocks.push_back(choice);
  }
  if (clocks.size() == 1) return clocks.front();
  if (clocks.empty()) {
    return Fault{"tick",
                 {"nobody can let time pass here: it passes where an actor advances it, and only there",
                  "此处无人可拨动时钟：时间只随参与者的 advance 推进"}};
  }
  std::string names;
  for (const Choice one : clocks) names += (names.empty() ? "" : ", ") + play_.actor(one.actor).name();
  return Fault{"tick",
               {"more than one can let time pass: step " + names, "可推进时间者不止一个：请用 step 指明 " + names}};
}

std::optional<Text> Challenge::take(Choice choice) {
  const std::vector<Choice> possible = choices();
  if (std::find(possible.begin(), possible.end(), choice) == possible.end()) return why_not(choice);
  Path path = path_;
  path.push_back(choice);
  go_to(std::move(path));
  return std::nullopt;
}

bool Challenge::undo() {
  if (path_.empty()) return false;
  Path path = path_;
  path.pop_back();
  go_to(std::move(path));
  return true;
}

void Challenge::restart() { go_to({}); }

std::vector<laboratory::Moved> Challenge::too_often() {
  std::vector<laboratory::Moved> found;
  for (const laboratory::Moved& one : play_.judge().moved) {
    std::int64_t outside = 0;
    for (const auto& [channel, times] : one.at_channel) outside += times;
    if (one.in_the_book > one.wanted || outside > one.wanted) found.push_back(one);
  }
  return found;
}

std::vector<laboratory::Change> Challenge::tables() {
  return laboratory::changes_between(first_, laboratory::tables_of(play_));
}

std::string Challenge::waits_for(std::size_t actor) const {
  std::string names;
  for (const std::string& before : story_.experiment->actors[actor].after) {
    for (std::size_t i = 0; i < play_.actors(); ++i) {
      if (play_.actor(i).name() != before || play_.actor(i).state() != Actor::State::waiting) continue;
      names += (names.empty() ? "" : ", ") + before;
    }
  }
  return names;
}

Text Challenge::stands(std::size_t actor) const {
  const Actor& one = play_.actor(actor);
  if (one.state() == Actor::State::dead) return {"dead", "已死亡"};
  if (one.state() == Actor::State::finished) return {"done", "已结束"};
  if (!one.begun()) {
    const std::string names = waits_for(actor);
    if (!names.empty()) return {"waits for " + names, "等待 " + names};
    return {"has not begun", "尚未开始"};
  }
  if (one.blocked()) return {"waits for a lock", "等待锁"};
  if (const auto pending = one.pending()) {
    const std::string at(label(*pending));
    return {"before " + at, "停在 " + at + " 之前"};
  }
  return {"before a transaction", "停在事务之前"};
}

Text Challenge::why_not(Choice choice) const {
  if (choice.actor >= play_.actors()) return {"there is no such actor", "没有这个参与者"};
  const Actor& one = play_.actor(choice.actor);
  const std::string& name = one.name();
  if (one.state() == Actor::State::dead) return {name + " is dead and does nothing more", name + " 已死亡，不再行动"};
  if (one.state() == Actor::State::finished) return {name + " has done all its steps", name + " 已做完全部步骤"};
  if (!choice.crash) {
    const std::string names = waits_for(choice.actor);
    if (!one.begun() && !names.empty()) {
      return {name + " begins when " + names + " has ended", name + " 须待 " + names + " 结束后才开始"};
    }
    if (one.blocked()) {
      return {name + " waits for a lock: somebody else has to take a turn first", name + " 正在等锁：须先让他人走一步"};
    }
    return {"it is not the turn of " + name, "此时轮不到 " + name};
  }
  const auto& crashes = story_.experiment->crashes;
  if (crashes.empty()) {
    return {"nobody dies in this experiment: it has no fault of that kind", "本实验没有崩溃故障，无人会死亡"};
  }
  const auto mine = std::find_if(crashes.begin(), crashes.end(),
                                 [&](const script::CrashFault& fault) { return fault.actor == name; });
  if (mine == crashes.end()) return {name + " does not die in this experiment", name + " 在本实验中不会死亡"};
  if (!one.begun()) return {name + " has not begun, and what never began cannot die", name + " 尚未开始，无从死亡"};
  if (mine->at != script::CrashFault::anywhere) {
    return {name + " dies before " + mine->at + " alone, and does not stand there",
            name + " 只会死在 " + mine->at + " 之前，而现在不在那里"};
  }
  return {name + " has died as often as this experiment allows", name + " 的崩溃次数已达本实验上限"};
}

}  // namespace payonce::lessons
