#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/laboratory/trace.hpp"

namespace payonce::laboratory {

/// Why one schedule comes to a harm: read off its own turns, and off the same turns with one layer more. Turns count from 0, as the events
/// of the trace.
struct Reason {
  /// The same turns once more with a layer that was missing or naive.
  struct Tried {
    char layer = 'K';  // X: the channel's memory
    bool leaks = false;
    std::optional<std::size_t>
        turn;            // the first in which somebody heard from this layer what they had not heard without it
    std::string actor;   // whoever it was; "" nobody
    std::string told;    // "already_paid by state_machine"
    std::string points;  // what of the product's named points they had passed just before: "key.claim…key.finish"
  };

  Harm harm = Harm::double_moved;    // the gravest there is at the end
  std::size_t turn = 0;              // from which on it was there
  std::optional<std::size_t> other;  // the last turn before it that wrote rows which this one writes too
  std::optional<std::size_t>
      looked;                       // the last turn of whoever did it before `other`: what it knew it had read by then
  std::optional<std::size_t> died;  // a turn from it on in which whoever did it died
  std::vector<std::string> both_wrote;  // the rows of both: "orders o1"
  std::vector<Tried> tried;             // in the order of the letters
};

/// Plays the schedule of the trace again, and once more for each layer that is not on. Nothing where nothing leaked, or where the harm was
/// there before the first turn. Throws Unplayable.
[[nodiscard]] std::optional<Reason> reason_of(const script::Story& story, const Trace& trace);

}  // namespace payonce::laboratory
