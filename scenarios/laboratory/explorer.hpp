#pragma once

#include <cstdint>
#include <functional>

#include "ledger/values/duration.hpp"
#include "scenarios/laboratory/graph.hpp"
#include "scenarios/laboratory/play.hpp"

namespace payonce::laboratory {

/// How much looking one cell is worth. What is not looked at within it is unknown, and said so (laboratory.md 2.3).
struct Budget {
  std::uint32_t states = 200'000;
  Duration time = seconds(10);  // of the machine's own clock
};

/// Every schedule of a play, by its states: depth first, each state once, a run begun anew for each branch and played on to a state
/// that is known. `memo` false looks at every schedule on its own, for cross-checking on small experiments.
[[nodiscard]] Graph explore(Play& play, const Budget& budget, bool memo = true);

/// The states along a path from the beginning, the first one included; the play is left at its end. Throws Diverged where a choice
/// of the path is not there.
[[nodiscard]] std::vector<std::uint64_t> follow(Play& play, const Path& path);

/// A schedule that does not fit the experiment as it is now.
struct Diverged {
  std::size_t at = 0;  // which of its choices
};

}  // namespace payonce::laboratory
