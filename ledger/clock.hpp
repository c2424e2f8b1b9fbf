#pragma once

#include <cstdint>
#include <string_view>

#include "ledger/ledger.hpp"
#include "ledger/world/world.hpp"

namespace payonce {

/// Whether a file believes the clock of its machine. What is booked is dated by it and never dated back: one leap forward would
/// date everything behind it, and close no period that anybody knows.
enum class ClockSays {
  believed,
  out_of_range,  // before 2000 or in 2200 and later: nothing is written, and no answer, date or export could carry it
  ahead,  // further ahead of the last thing done in the file than Settings::clock_lead: a person says that it is right
};

struct ClockCheck {
  ClockSays says = ClockSays::believed;
  std::int64_t wall_ns = 0;
  std::int64_t last_ns = 0;  // the latest time the file acted on, booked, or told of an order
};

/// The range alone, which no file widens.
[[nodiscard]] bool clock_in_range(std::int64_t wall_ns);
/// A laboratory's clock leaps where its story says so: of a laboratory file only the range is asked.
[[nodiscard]] ClockCheck check_clock(View& view, World& world, const Settings& settings, bool laboratory);
/// A person says that the clock is right: kept as evidence, with both times, and the file has acted at this time from now on.
void accept_clock(Tx& tx, const ClockCheck& check, std::string_view actor, std::string_view reason);

}  // namespace payonce
