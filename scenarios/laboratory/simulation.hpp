#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/laboratory/drawing.hpp"
#include "scenarios/laboratory/play.hpp"

namespace payonce::laboratory {

/// How a schedule ended, in the words by which two endings are the same: "" where nothing is wrong; the harms ("DOUBLE, FALSE"); or,
/// where nobody was harmed, "law balance_drift" or "finds missing_internal", or "mistake" where the program met one of its own.
struct Ending {
  Path path;
  Verdict verdict;
  std::string outcome;
};
[[nodiscard]] std::string outcome_of(const Verdict& verdict);

/// Picks one of the choices: its index.
using Pick = std::function<std::size_t(const std::vector<Choice>&)>;
/// Plays to the end. With `throughout` the laws of the book are asked whenever something has changed in it, not only at the end.
[[nodiscard]] Ending played_out(Play& play, const Pick& pick, bool throughout);

/// A scheduler that follows from a seed: one turn in `restless` goes to another actor, and now and then one dies.
[[nodiscard]] Pick blind(std::uint64_t seed, std::uint64_t restless);
/// Goes the way of an earlier schedule, by the names of its actors, as far as there is one; then whoever comes first goes on.
struct Turn {
  std::string actor;
  bool crash = false;
};
[[nodiscard]] Pick along(const Play& play, std::vector<Turn> turns);
[[nodiscard]] std::vector<Turn> turns_of(const Play& play, const Path& path);

/// One run of a simulation: one schedule of what a seed draws.
struct Run {
  std::uint64_t seed = 0;
  Drawn drawn;
  std::string mark;  // of the experiment (schedule.hpp)
  Ending ending;

  [[nodiscard]] bool all_on() const { return drawn.layers == LayerSet{}; }
};
/// `layers` instead of those that are drawn.
[[nodiscard]] Run simulated(std::uint64_t seed, const std::optional<LayerSet>& layers);

}  // namespace payonce::laboratory
