#pragma once

#include <cstdint>
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

/// The smallest sets of layers that leak nothing: no set that is part of one of them does (laboratory.md 0.4). Where even all layers
/// leak, those whose every leak reconciliation finds, with R among their letters. Letters in the order KWSVXR, X only
/// where there are cells without it; "" is the empty set.
/// Only sets of on and off count. An unknown cell is taken for one that leaks.
[[nodiscard]] std::vector<std::string> guards_of(const std::vector<Cell>& cells);
/// The smallest sets of layers to add to those of `layers` so that nothing leaks, among cells of one experiment: "S | V+W"; "" where
/// no further layer stops it.
[[nodiscard]] std::string cures_of(const std::vector<Cell>& cells, const LayerSet& layers);
/// "S | V", "none" where nothing helps, "nothing needed" where nothing is needed.
[[nodiscard]] std::string spelled(const std::vector<std::string>& guards);

}  // namespace payonce::laboratory
