#pragma once

#include "ledger/layers/reconciliation_breaks.hpp"
#include "ledger/layers/reconciliation_sums.hpp"
#include "ledger/store/store.hpp"

/// What a channel keeps and pays out: fees by the day, against what is booked and what was agreed, and batches against the payout
/// made of them (reconciliation.md 1.2, 4).
namespace payonce::reconciliation {

/// Adds the new lines to the days' fees and to the batches; to be called once a run, behind its pairs.
[[nodiscard]] SinceByKind take_in(Tx& tx, const Scope& scope);
/// Fees of a day and payouts of a batch that do not fit.
void find_settlement_breaks(Tx& tx, const Scope& scope);

}  // namespace payonce::reconciliation
