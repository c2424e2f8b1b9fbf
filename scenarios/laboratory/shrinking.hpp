#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "scenarios/laboratory/draft.hpp"
#include "scenarios/laboratory/layer_set.hpp"
#include "scenarios/laboratory/simulation.hpp"

namespace payonce::laboratory {

/// An experiment, and one schedule of it that ends in this way.
struct Leak {
  Draft draft;
  LayerSet layers;
  Path path;
  std::string outcome;  // of an Ending
};

struct ShrinkOptions {
  std::uint32_t tries = 8;     // schedules that are drawn for each smaller experiment where the old one does not do
  std::uint32_t states = 300;  // of the last look at every schedule, for the shortest that ends so
  std::function<bool()> broken_off = [] { return false; };  // asked between experiments: what has been reached is given
};

/// The same outcome with fewer actors, fewer steps, fewer faults and settings, as long as any can be left out alone; then with the
/// fewest changes of actor, where every schedule can be looked at. The same each time. What is given ends as `leak` did.
[[nodiscard]] Leak shrunk(const Leak& leak, const ShrinkOptions& options);

}  // namespace payonce::laboratory
