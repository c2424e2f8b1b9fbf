#include "scenarios/laboratory/tally.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <vector>

#include "ledger/values/invariant.hpp"

namespace payonce::laboratory {
namespace {

/// States so that each comes behind all it leads to. Exploring numbers a state before those behind it, but one that is met again
/// may have a higher number than who leads to it: so the order is made here.
std::vector<Graph::NodeId> backwards(const Graph& graph) {
  std::vector<Graph::NodeId> order;
  std::vector<std::uint8_t> visited(graph.nodes.size(), 0);
  std::vector<std::pair<Graph::NodeId, std::size_t>> open;
  if (graph.nodes.empty()) return order;
  open.emplace_back(0, 0);
  visited[0] = 1;
  while (!open.empty()) {
    auto& [node, next] = open.back();
    const auto& edges = graph.nodes[node].edges;
    if (next == edges.size()) {
      order.push_back(node);
      open.pop_back();
      continue;
    }
    const Graph::NodeId to = edges[next++].to;
    if (visited[to] == 0) {
      visited[to] = 1;
      open.emplace_back(to, 0);
    }
  }
  return order;
}

constexpr std::uint32_t far = Graph::none;

/// Changes of actor, turns, crashes.
using Cost = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

/// The way on from a state that costs least, and by which edge it begins.
struct Best {
  Cost cost{far, far, far};
  std::size_t edge = 0;
};

/// What is counted, in one row a state.
struct Counts {
  Count schedules;
  Count leaking;
  Count leaking_money;
  std::array<Count, harms> by_harm;
  Count unseen;
  std::vector<Count> words;  // layers that stopped, then outcomes
  double chance = 0;
};

}  // namespace

Tally tally(const Graph& graph) {
  std::vector<std::string> layers;
  std::vector<std::string> outcomes;
  {
    std::set<std::string> all_layers;
    std::set<std::string> all_outcomes;
    for (const Verdict& leaf : graph.leaves) {
      for (const auto& [layer, times] : leaf.stops) all_layers.insert(layer);
      for (const std::string& outcome : leaf.outcomes) {
        if (!outcome.empty()) all_outcomes.insert(outcome);
      }
    }
    layers.assign(all_layers.begin(), all_layers.end());
    outcomes.assign(all_outcomes.begin(), all_outcomes.end());
  }
  const Count one{1};
  std::vector<Counts> rows(graph.nodes.size());
  for (const Graph::NodeId id : backwards(graph)) {
    const Graph::Node& node = graph.nodes[id];
    Counts& row = rows[id];
    row.words.resize(layers.size() + outcomes.size());
    if (node.leaf != Graph::none) {
      const Verdict& leaf = graph.leaves[node.leaf];
      row.schedules = one;
      const bool leaks = leaf.harms.any();
      if (leaks) row.leaking = one;
      if (leaf.harms.money()) row.leaking_money = one;
      for (std::size_t i = 0; i < harms; ++i) {
        if (leaf.harms.has(static_cast<Harm>(i))) row.by_harm[i] = one;
      }
      if (leaks && leaf.findings.empty()) row.unseen = one;
      for (std::size_t i = 0; i < layers.size(); ++i) {
        if (leaf.stops.contains(layers[i])) row.words[i] = one;
      }
      for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const bool told = std::find(leaf.outcomes.begin(), leaf.outcomes.end(), outcomes[i]) != leaf.outcomes.end();
        if (told) row.words[layers.size() + i] = one;
      }
      row.chance = leaks ? 1 : 0;
      continue;
    }
    for (const Graph::Edge& edge : node.edges) {
      const Counts& behind = rows[edge.to];
      row.schedules += behind.schedules;
      row.leaking += behind.leaking;
      row.leaking_money += behind.leaking_money;
      for (std::size_t i = 0; i < harms; ++i) row.by_harm[i] += behind.by_harm[i];
      row.unseen += behind.unseen;
      for (std::size_t i = 0; i < behind.words.size(); ++i) row.words[i] += behind.words[i];
      row.chance += behind.chance / static_cast<double>(node.edges.size());
    }
  }
  Tally all;
  all.complete = graph.complete;
  if (rows.empty()) return all;
  const Counts& first = rows.front();
  all.schedules = first.schedules;
  all.leaking = first.leaking;
  all.leaking_money = first.leaking_money;
  all.by_harm = first.by_harm;
  all.unseen_by_reconciliation = first.unseen;
  all.chance = first.chance;
  for (std::size_t i = 0; i < layers.size(); ++i) all.stopped_by[layers[i]] = first.words[i];
  for (std::size_t i = 0; i < outcomes.size(); ++i) all.outcomes[outcomes[i]] = first.words[layers.size() + i];
  return all;
}

std::vector<Count> counted_from_each(const Graph& graph, const std::function<bool(const Verdict&)>& wanted) {
  std::vector<Count> counts(graph.nodes.size());
  for (const Graph::NodeId id : backwards(graph)) {
    const Graph::Node& node = graph.nodes[id];
    if (node.leaf != Graph::none && wanted(graph.leaves[node.leaf])) counts[id] = Count{1};
    for (const Graph::Edge& edge : node.edges) counts[id] += counts[edge.to];
  }
  return counts;
}

Count counted(const Graph& graph, const std::function<bool(const Verdict&)>& wanted) {
  const std::vector<Count> counts = counted_from_each(graph, wanted);
  return counts.empty() ? Count{} : counts.front();
}

std::size_t switches(const Path& path) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < path.size(); ++i) count += path[i].actor != path[i - 1].actor ? 1u : 0u;
  return count;
}

std::optional<Path> shortest(const Graph& graph, const std::function<bool(const Verdict&)>& wanted) {
  if (graph.nodes.empty()) return std::nullopt;
  std::size_t actors = 1;
  for (const Graph::Node& node : graph.nodes) {
    for (const Graph::Edge& edge : node.edges) actors = std::max(actors, std::size_t{edge.choice.actor} + 1);
  }
  // Of a state and whoever had the last turn; behind the actors stands "nobody".
  std::vector<Best> best(graph.nodes.size() * (actors + 1));
  const auto at = [&](Graph::NodeId node, std::size_t last) -> Best& { return best[node * (actors + 1) + last]; };
  for (const Graph::NodeId id : backwards(graph)) {
    const Graph::Node& node = graph.nodes[id];
    for (std::size_t last = 0; last <= actors; ++last) {
      Best& here = at(id, last);
      if (node.leaf != Graph::none) {
        if (wanted(graph.leaves[node.leaf])) here.cost = {0, 0, 0};
        continue;
      }
      for (std::size_t i = 0; i < node.edges.size(); ++i) {
        const Graph::Edge& edge = node.edges[i];
        const auto [changes, turns, crashes] = at(edge.to, edge.choice.actor).cost;
        if (changes == far) continue;
        const bool changed = last < actors && last != edge.choice.actor;
        const Cost cost{changes + (changed ? 1 : 0), turns + 1, crashes + (edge.choice.crash ? 1 : 0)};
        if (cost < here.cost) here = {cost, i};
      }
    }
  }
  if (std::get<0>(at(0, actors).cost) == far) return std::nullopt;
  Path path;
  Graph::NodeId node = 0;
  std::size_t last = actors;
  while (graph.nodes[node].leaf == Graph::none) {
    const Graph::Edge& edge = graph.nodes[node].edges[at(node, last).edge];
    path.push_back(edge.choice);
    node = edge.to;
    last = edge.choice.actor;
  }
  return path;
}

std::vector<std::uint32_t> distances_to_leak(const Graph& graph) {
  std::vector<std::uint32_t> distances(graph.nodes.size(), Graph::none);
  for (const Graph::NodeId id : backwards(graph)) {
    const Graph::Node& node = graph.nodes[id];
    if (node.leaf != Graph::none) {
      if (graph.leaves[node.leaf].harms.any()) distances[id] = 0;
      continue;
    }
    for (const Graph::Edge& edge : node.edges) {
      if (distances[edge.to] != Graph::none) distances[id] = std::min(distances[id], distances[edge.to] + 1);
    }
  }
  return distances;
}

}  // namespace payonce::laboratory
