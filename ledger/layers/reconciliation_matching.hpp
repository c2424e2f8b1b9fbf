#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ledger/layers/reconciliation_sheet.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/result.hpp"
#include "ledger/world/world.hpp"

/// Our book against the stored statements of a channel: set-based passes in a fixed order, then breaks, then figures, in one
/// transaction (reconciliation.md 3). The same question over the same rows is the same run, and its report the same bytes.
namespace payonce::reconciliation {

/// The version of the rules below; another one makes another run.
inline constexpr std::int64_t matching_rules = 2;

struct Match {
  std::string channel;
  /// The last day that is looked at; else the last that any statement of the channel speaks of.
  std::optional<std::string> as_of{};
  /// For so many days a movement of ours may be missing at the channel before that is a break.
  std::int64_t grace_days = 1;
  std::string actor;
  /// Reports what a run would find, and leaves everything as it was.
  bool dry_run = false;
  /// How many breaks the report tells one by one.
  std::int64_t at_most = 1000;
};

/// A Fault, and nothing changed, where no statement of the channel says a day ("channel"), or where a run up to a later day was
/// made already ("as-of").
[[nodiscard]] Result<Sheet> match(Store& store, World& world, const Match& wanted);

}  // namespace payonce::reconciliation
