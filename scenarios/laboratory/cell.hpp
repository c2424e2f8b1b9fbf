#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/laboratory/explorer.hpp"
#include "scenarios/laboratory/tally.hpp"

namespace payonce::laboratory {

/// One experiment under one set of layers, looked at in every schedule.
struct Cell {
  enum class Answer {
    safe,
    leaks,
    unknown
  };  // unknown: no leak was met before the budget was over, or but for a mistake of ours
  LayerSet layers;
  Tally tally;
  Answer answer = Answer::unknown;
  bool all_found = false;  // it leaks, and reconciliation finds something in each schedule that does
  std::size_t states = 0;
  std::uint64_t turns = 0;
};

[[nodiscard]] Cell cell_of(const LayerSet& layers, const Graph& graph);
/// Sets the experiment up under these layers and explores it.
[[nodiscard]] Cell look_at(const script::Story& story, const LayerSet& layers, Grain grain, const Budget& budget);

/// The smallest sets of layers that stop everything, as far as the cells tell. Letters in the order KWSVXR; "" is the empty set.
struct Guards {
  std::vector<std::string> sets;
  bool known = true;  // false: a cell that is unknown may be another of them, or part of one that would be
  friend bool operator==(const Guards&, const Guards&) = default;
};

/// The smallest sets of layers that leak nothing: no set that is part of one of them does (laboratory.md 0.4). Where even all layers
/// leak, those whose every leak reconciliation finds, with R among their letters. X only where there are cells without it. Only sets
/// of on and off count. A set is one of them only where every part of it is known to leak.
[[nodiscard]] Guards guards_of(const std::vector<Cell>& cells);
/// The smallest sets of layers to add to those of `layers` so that nothing leaks, among cells of one experiment: "S | V+W"; "" where
/// no further layer stops it, "unknown" or "S | ?" where a cell that is unknown might.
[[nodiscard]] std::string cures_of(const std::vector<Cell>& cells, const LayerSet& layers);

/// Sets of which it is known that there may be more that nobody knows.
inline constexpr std::string_view unknown_word = "unknown";
/// "S | V", "none" where nothing helps, "nothing needed" where nothing is needed.
[[nodiscard]] std::string spelled(const std::vector<std::string>& guards);
/// The same; "unknown" where none is known, "S | ?" where there may be others.
[[nodiscard]] std::string spelled(const Guards& guards);

/// Whether a set that leaks nothing leaks again when layers are added to it, as a heuristic does that turns away who would have helped.
/// Nothing where a cell that is unknown may make it so.
[[nodiscard]] std::optional<bool> leaks_with_more(const std::vector<Cell>& cells);

/// Whether everything about a cell was seen: it is safe, or it leaks and every schedule of it was counted.
[[nodiscard]] bool seen_whole(const Cell& cell);

}  // namespace payonce::laboratory
