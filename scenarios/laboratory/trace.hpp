#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scenarios/laboratory/changes.hpp"
#include "scenarios/laboratory/play.hpp"
#include "scenarios/laboratory/schedule.hpp"

namespace payonce::laboratory {

/// One turn of a schedule as it is shown.
struct Event {
  std::size_t actor = 0;
  bool crash = false;
  std::int64_t at_ns = 0;                    // of the experiment's clock, from its beginning
  std::vector<Step> passed;                  // the product's own named points
  std::string doing;                         // the step of the actor it belongs to, as it is written
  std::optional<player::Response> response;  // where the step came to its end here
  std::vector<Change> changes;               // rows that are others than before
};

/// A whole schedule, played once more and written down.
struct Trace {
  Schedule schedule;
  std::vector<std::string> actors;
  std::vector<Event> events;
  bool whole = false;  // to the end of the schedule, so that there is a verdict
  Verdict verdict;
};

/// Every row of the ledger and, with "bank." before their tables, of its channels, as they stand now.
[[nodiscard]] std::vector<TableContent> tables_of(Play& play);

/// Throws Diverged where the experiment has no such schedule.
[[nodiscard]] Trace trace(Play& play, const Schedule& schedule);

}  // namespace payonce::laboratory
