#include "scenarios/laboratory/explorer.hpp"

#include <algorithm>
#include <unordered_map>

#include "ledger/world/world.hpp"

namespace payonce::laboratory {
namespace {

class Explorer {
 public:
  Explorer(Play& play, const Budget& budget, bool memo)
      : play_(play), budget_(budget), memo_(memo), until_ns_(real_->boot_ns() + budget.time.ns) {}

  Graph explore() {
    begin();
    (void)look();
    return std::move(graph_);
  }

 private:
  void begin() {
    play_.begin();
    ++graph_.runs;
  }

  void replay() {
    begin();
    for (const Choice choice : path_) play_.take(choice);
    graph_.turns += path_.size();
  }

  [[nodiscard]] bool over() const { return graph_.nodes.size() > budget_.states || real_->boot_ns() > until_ns_; }

  /// From where the play stands, whose path is path_; it may stand anywhere afterwards.
  Graph::NodeId look() {
    const std::uint64_t state = play_.state();
    if (memo_) {
      if (const auto found = known_.find(state); found != known_.end()) return found->second;
    }
    const auto id = static_cast<Graph::NodeId>(graph_.nodes.size());
    graph_.nodes.push_back({.state = state});
    if (memo_) known_.emplace(state, id);
    const std::vector<Choice> choices = play_.choices();
    if (choices.empty()) {
      graph_.nodes[id].leaf = static_cast<std::uint32_t>(graph_.leaves.size());
      graph_.leaves.push_back(play_.judge());
      return id;
    }
    if (over()) {
      graph_.nodes[id].cut = true;
      graph_.complete = false;
      return id;
    }
    std::vector<Graph::Edge> edges;
    bool here = true;
    for (const Choice choice : choices) {
      if (!here) replay();
      here = false;
      play_.take(choice);
      ++graph_.turns;
      Graph::Edge edge{.choice = choice};
      if (const auto& passed = play_.passed(); !passed.empty()) {
        edge.label = passed.front();
        edge.named = true;
      }
      path_.push_back(choice);
      edge.to = look();
      path_.pop_back();
      edges.push_back(edge);
    }
    graph_.nodes[id].edges = std::move(edges);
    return id;
  }

  Play& play_;
  const Budget budget_;
  const bool memo_;
  const std::unique_ptr<World> real_ = real_world();
  const std::int64_t until_ns_;
  Graph graph_;
  Path path_;
  std::unordered_map<std::uint64_t, Graph::NodeId> known_;
};

}  // namespace

Graph explore(Play& play, const Budget& budget, bool memo) { return Explorer(play, budget, memo).explore(); }

std::vector<std::uint64_t> follow(Play& play, const Path& path) {
  play.begin();
  std::vector<std::uint64_t> states = {play.state()};
  for (std::size_t i = 0; i < path.size(); ++i) {
    const std::vector<Choice> choices = play.choices();
    if (std::find(choices.begin(), choices.end(), path[i]) == choices.end()) throw Diverged{i};
    play.take(path[i]);
    states.push_back(play.state());
  }
  return states;
}

}  // namespace payonce::laboratory
