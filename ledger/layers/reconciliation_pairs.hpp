#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "ledger/store/store.hpp"

/// The pairs behind a report, one by one, for whoever audits it (reconciliation.md 4, "Files").
namespace payonce::reconciliation {

/// A pair as it was made: by a pass of the run, or by hand since the run before. Amounts are what either side does to the
/// channel's receivable, in minor units; a line that was listed as failed or not final moves nothing.
struct Pair {
  std::string part;  // whole, fee; offset and fix are ours alone
  std::string pass;
  std::string actor;   // empty where a pass made it
  std::string reason;  // likewise
  std::string line_key;
  std::int64_t nth = 0;  // of equal lines; 0 where no line belongs to it
  std::string channel_id;
  std::string our_id;
  std::string order;
  std::string voucher;
  std::string movement;
  std::string their_currency;
  std::optional<std::int64_t> theirs{};
  std::string their_day;
  std::string our_currency;
  std::int64_t ours = 0;
  std::string our_day;
};

/// In the order in which they were made, one at a time, however many: memory does not grow with them. A pair that was taken apart
/// later is still among them, so that the file of a run never changes.
void each_pair(View& view, std::int64_t run_id, const std::function<void(const Pair&)>& take);

}  // namespace payonce::reconciliation
