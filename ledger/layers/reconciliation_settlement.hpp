#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ledger/layers/reconciliation_breaks.hpp"
#include "ledger/layers/reconciliation_sums.hpp"
#include "ledger/store/store.hpp"

/// What a channel keeps and pays out: fees by the day, against what is booked and what was agreed, and batches against the payout
/// made of them (reconciliation.md 1.2, 4).
namespace payonce::reconciliation {

/// What was agreed that a movement costs: millionths of its amount and so many minor units. It counts for lines of that day and
/// later that are compared after it was set.
struct FeeRate {
  std::string channel;
  std::string movement;  // "sale", "refund"
  std::string currency;
  std::string since;  // a day
  std::int64_t millionths = 0;
  std::int64_t fixed = 0;
  std::string actor;
};
void set_fee_rate(Tx& tx, const FeeRate& rate, std::int64_t now_ns);
/// By movement and currency, the latest first.
[[nodiscard]] std::vector<FeeRate> fee_rates(View& view, const std::string& channel);
/// What the channel should take of an amount, to the nearest minor unit; of money it gives back, what it should give back of its
/// fee. What it costs us is positive.
[[nodiscard]] std::int64_t agreed_fee(const FeeRate& rate, std::int64_t gross);

/// Adds the new lines to the days' fees and to the batches; to be called once a run, behind its pairs.
[[nodiscard]] SinceByKind take_in(Tx& tx, const Scope& scope);
/// Fees of a day and payouts of a batch that do not fit.
void find_settlement_breaks(Tx& tx, const Scope& scope);

}  // namespace payonce::reconciliation
