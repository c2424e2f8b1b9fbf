#pragma once

#include <cstdint>

#include "scenarios/laboratory/draft.hpp"
#include "scenarios/laboratory/layer_set.hpp"

namespace payonce::laboratory {

/// What a seed says of one run: who does what, what goes wrong, which layers stand, and how restless the scheduler is.
struct Drawn {
  Draft draft;
  LayerSet layers;             // all on in every other run
  std::uint64_t restless = 1;  // how seldom the actor changes: one turn in so many goes to another one
};

/// The seed first draws the mix, then the run (laboratory.md 2.5): which wishes there are, which faults are about, and only then
/// each of them. With all layers on, no schedule of what is drawn may leak: it asks of the product no more than it promises.
/// So a channel knows our reference again, the settings are those a real ledger may have, and a last actor lets time pass and recovers.
[[nodiscard]] Drawn drawn(std::uint64_t seed);

}  // namespace payonce::laboratory
