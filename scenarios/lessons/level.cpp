#include "scenarios/lessons/level.hpp"

#include <algorithm>

namespace payonce::lessons {
namespace {

using laboratory::Cell;
using laboratory::LayerSet;
using laboratory::MatrixRow;

int layers_on(const Cell& cell) { return __builtin_popcount(cell.layers.mask()); }

bool remembers(const Cell& cell) { return cell.layers.channel_memory == script::Setting::on; }

/// It is known that some leak and some do not.
bool divided(const Cell& cell) {
  return cell.answer == Cell::Answer::leaks && cell.tally.complete && cell.tally.leaking != cell.tally.schedules;
}

}  // namespace

const Cell* cell_under(const MatrixRow& row, const LayerSet& layers) {
  const auto found =
      std::find_if(row.cells.begin(), row.cells.end(), [&](const Cell& cell) { return cell.layers == layers; });
  return found == row.cells.end() ? nullptr : &*found;
}

const Cell* hardest_leak(const MatrixRow& row) {
  const Cell* best = nullptr;
  for (const Cell& cell : row.cells) {
    if (cell.answer != Cell::Answer::leaks || !remembers(cell)) continue;
    const bool harder = best == nullptr || layers_on(cell) > layers_on(*best) ||
                        (layers_on(cell) == layers_on(*best) && cell.tally.chance < best->tally.chance);
    if (harder) best = &cell;
  }
  return best;
}

const Cell* barest_safe(const MatrixRow& row) {
  const Cell* best = nullptr;
  for (const Cell& cell : row.cells) {
    if (cell.answer != Cell::Answer::safe || !remembers(cell)) continue;
    if (best == nullptr || layers_on(cell) < layers_on(*best)) best = &cell;
  }
  return best;
}

std::optional<Cell> puzzle_of(const MatrixRow& row, const laboratory::MatrixOptions& options) {
  const Cell* const hardest = hardest_leak(row);
  if (hardest == nullptr || divided(*hardest)) return hardest == nullptr ? std::nullopt : std::optional(*hardest);
  std::optional<Cell> best;
  for (std::size_t i = 0; i < LayerSet::letters.size(); ++i) {
    const std::string letter(1, LayerSet::letters[i]);
    if (std::find(row.guards.sets.begin(), row.guards.sets.end(), letter) == row.guards.sets.end()) continue;
    LayerSet set = hardest->layers;
    set.layers[i] = script::Setting::naive;
    Cell cell = laboratory::look_at(*row.story, set, options.grain, options.budget);
    if (!divided(cell)) continue;
    if (!best || cell.tally.chance < best->tally.chance) best = std::move(cell);
  }
  return best;
}

}  // namespace payonce::lessons
