#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scenarios/laboratory/cell.hpp"

namespace payonce::laboratory {

/// One experiment under many sets of layers.
struct MatrixRow {
  const script::Story* story = nullptr;
  std::vector<Cell> cells;  // in the order of the sets
  Guards guards;
};

struct MatrixOptions {
  bool naive = false;  // also with naive layers: 81 sets instead of 16
  Grain grain = Grain::coarse;
  Budget budget;
  unsigned threads = 2;                                     // each with plays of its own
  std::function<bool()> broken_off = [] { return false; };  // asked between cells
  std::function<void()> one_more = [] {};                   // a cell is done; called by one thread at a time
  /// A cell was explored: its play and its graph, before they are gone. Called by several threads at a time, each with a cell of its own.
  std::function<void(std::size_t row, std::size_t cell, const Cell&, Play&, const Graph&)> looked;
};

/// Whether the channel's memory is one of the layers of an experiment: there is a channel, and somebody speaks of it.
[[nodiscard]] bool asks_for_channel(const script::Story& story);
[[nodiscard]] std::vector<LayerSet> layer_sets_for(const script::Story& story, bool naive);

/// Every cell of every experiment. The same numbers each time, whatever the number of threads. Throws Unplayable.
[[nodiscard]] std::vector<MatrixRow> matrix(const std::vector<const script::Story*>& stories,
                                            const MatrixOptions& options);

}  // namespace payonce::laboratory
