#pragma once

#include "ledger/values/outcome.hpp"

namespace payonce {

/// How the program ends: what a script may decide by without reading a word (docs/reply.md). The numbers are promises and never
/// change their meaning; those from 64 on are the sysexits of old.
enum class ExitStatus {
  done = 0,              // done now, replayed, or done before
  findings = 1,          // a reconciliation found something
  cannot_say = 2,        // a reconciliation lacks what it would compare with
  refused = 10,          // a clear no: asking again unchanged does not help
  later = 11,            // nothing happened yet: ask again, unchanged, with the same key
  key_spent = 12,        // the key was used for something else, or its answer is gone
  outcome_unknown = 13,  // the channel has not said what happened: ask again with the same key, never with a new one
  usage = 64,            // the command line is wrong: nothing was asked
  our_mistake = 70,
  storage = 74,  // a file could not be opened, read or written, or the output did not arrive
};

[[nodiscard]] ExitStatus exit_status(Outcome outcome);
[[nodiscard]] constexpr int number(ExitStatus status) { return static_cast<int>(status); }
/// What a status means, for --help.
[[nodiscard]] Text meaning(ExitStatus status);

inline constexpr std::array all_exit_statuses = {
    ExitStatus::done,        ExitStatus::findings,  ExitStatus::cannot_say,      ExitStatus::refused,
    ExitStatus::later,       ExitStatus::key_spent, ExitStatus::outcome_unknown, ExitStatus::usage,
    ExitStatus::our_mistake, ExitStatus::storage};

}  // namespace payonce
