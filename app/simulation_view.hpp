#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "app/context.hpp"
#include "scenarios/laboratory/shrinking.hpp"

namespace payonce {

/// A leak that was met, made as small as it gets.
struct SimulatedLeak {
  std::uint64_t seed;
  laboratory::Leak leak;
  std::string schedule;
  std::string file;  // or empty
};

/// What all runs came to.
struct SimulationSum {
  std::uint64_t runs = 0;
  std::uint64_t all_on = 0;
  std::map<std::string, std::uint64_t> with_all_on;  // by outcome
  std::map<std::string, std::uint64_t> with_fewer;
  std::map<std::string, std::uint64_t> met;  // in so many runs: verbs, deaths, lost replies
  std::string first;                         // the mark of the first experiment, and of the last
  std::string last;
  std::uint64_t all = 0;  // stands for every experiment, schedule and outcome in their order
  std::vector<SimulatedLeak> kept;
};

/// The first and the last line: by what any run can be had again. `which` says which of the two.
[[nodiscard]] std::string simulation_bound(const Context& context, std::uint64_t seed, const std::string& mark,
                                           const Text& which);
/// What stands between them: what the runs came to, what they had in them, and what leaked.
[[nodiscard]] std::string simulation_table(const Context& context, const SimulationSum& sum);
/// And as JSON (docs/laboratory.md).
[[nodiscard]] std::string simulation_json(std::uint64_t seed, const SimulationSum& sum, ExitStatus status);
/// One number for everything that was run.
[[nodiscard]] std::string simulation_digest(const SimulationSum& sum);

}  // namespace payonce
