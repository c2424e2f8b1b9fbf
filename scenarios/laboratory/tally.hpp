#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/laboratory/count.hpp"
#include "scenarios/laboratory/graph.hpp"

namespace payonce::laboratory {

/// Every schedule of a graph, counted exactly by going once over its states (laboratory.md 0.2).
struct Tally {
  Count schedules;
  Count leaking;        // with any harm
  Count leaking_money;  // with harm to money or goods
  std::array<Count, harms> by_harm;
  std::map<std::string, Count> stopped_by;  // schedules in which that layer stopped somebody
  std::map<std::string, Count> outcomes;    // schedules in which somebody was answered so
  Count unseen_by_reconciliation;           // leaking, and reconciliation finds nothing
  double chance = 0;                        // that a scheduler that picks blindly at each stop comes to a leak
  bool complete = true;                     // else all of these are lower bounds
};
[[nodiscard]] Tally tally(const Graph& graph);

/// In how many schedules `wanted` holds at the end.
[[nodiscard]] Count counted(const Graph& graph, const std::function<bool(const Verdict&)>& wanted);

/// The same from each state on, in the order of the graph's nodes: of the schedules that go on from there, so many.
[[nodiscard]] std::vector<Count> counted_from_each(const Graph& graph,
                                                   const std::function<bool(const Verdict&)>& wanted);

/// The path to the end of a schedule that `wanted` accepts with the fewest changes of actor, then the fewest turns, then without a
/// crash, then the first by the order of its actors: the same one each time. Nothing where there is none.
[[nodiscard]] std::optional<Path> shortest(const Graph& graph, const std::function<bool(const Verdict&)>& wanted);
/// How many changes of actor a path has.
[[nodiscard]] std::size_t switches(const Path& path);

/// For each state: the fewest turns to a leak from there; Graph::none where there is none.
[[nodiscard]] std::vector<std::uint32_t> distances_to_leak(const Graph& graph);

}  // namespace payonce::laboratory
