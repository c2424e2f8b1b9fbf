#include "bench/measures.hpp"

namespace payonce::bench {

// Two minutes: enough rounds for a median that repeats to a few percent on a quiet machine.
Sizes Sizes::quick() {
  return {.rounds = 9,
          .single = 100,
          .together = 500,
          .replays = 1000,
          .openings = 10,
          .reconciled = 20'000,
          .growth = {10'000, 50'000},
          .statements = {10'000, 100'000}};
}

// A second: does it work, and are the books right behind it? Its times say nothing.
Sizes Sizes::tiny() {
  return {.rounds = 2,
          .single = 5,
          .together = 20,
          .replays = 20,
          .openings = 2,
          .reconciled = 100,
          .growth = {100, 200},
          .statements = {2000}};
}

}  // namespace payonce::bench
