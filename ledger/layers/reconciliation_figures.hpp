#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "ledger/layers/reconciliation_breaks.hpp"
#include "ledger/layers/reconciliation_sums.hpp"
#include "ledger/store/store.hpp"

/// The figures of a run: carried sums and what is open, told as bridge, matrix, roll-forward and ageing (reconciliation.md 4).
namespace payonce::reconciliation {

/// How the open breaks of one currency moved from one run to the next.
struct Roll {
  Sum opening, fresh, changed, by_file, by_fix, written_off, accepted, closing;
  std::map<int, Sum> ages{};  // by the first day of a band
};

using Rolls = std::map<std::string, Roll>;

/// Writes the figures and gives whether book and statement are the same to the last unit, with nothing named between them.
/// `previous` is the run whose sums are carried on.
[[nodiscard]] bool write_figures(Tx& tx, const Scope& scope, std::optional<std::int64_t> previous, const Rolls& rolls,
                                 const SinceByKind& since);

/// 0-1, 2-3, 4-7, 8-30, over 30 days: the first day of the band.
[[nodiscard]] int age_band(std::int64_t days);

}  // namespace payonce::reconciliation
