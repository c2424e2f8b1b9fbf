#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/record.hpp"
#include "app/voucher_rows.hpp"
#include "ledger/layers/reconciliation_drill.hpp"
#include "ledger/layers/reconciliation_suggestions.hpp"
#include "ledger/messages/inbox.hpp"
#include "ledger/orders/order.hpp"

namespace payonce {

/// Of everything that may be long, so much is shown and the rest is counted: no order has more in a sane life.
inline constexpr std::int64_t most_behind = 20;

/// Everything that stands behind a break, read in one moment.
struct BreakBehind {
  reconciliation::Drill drill;
  std::vector<reconciliation::Fix> fixes;
  std::optional<orders::Order> order;
  std::vector<PostedVoucher> vouchers;
  std::vector<Record> keys;
  std::vector<inbox::Heard> messages;
  reconciliation::Suggestions candidates;
};
[[nodiscard]] BreakBehind read_behind(Context& context, View& view, const reconciliation::Break& one);

/// Both faces of a break, from the same rows; the view is the one that was read behind.
[[nodiscard]] std::string break_json(View& view, const reconciliation::Break& one, const BreakBehind& behind);
[[nodiscard]] std::string break_text(const Context& context, View& view, const reconciliation::Break& one,
                                     const BreakBehind& behind);

/// What they share: the break with its line and its last fix (`whole`: also members that say nothing), the two sides field by field,
/// and the lists.
[[nodiscard]] Record break_head(const reconciliation::Break& one, const std::vector<reconciliation::Fix>& fixes,
                                bool whole);
[[nodiscard]] std::vector<reconciliation::Compared> sides_of(const BreakBehind& behind);
[[nodiscard]] std::vector<Record> run_rows(const reconciliation::Break& one, const reconciliation::Drill& drill);
[[nodiscard]] std::vector<Record> pair_rows(const reconciliation::Drill& drill, bool whole);
[[nodiscard]] std::vector<Record> fee_rows(const reconciliation::Break& one, const reconciliation::Drill& drill);
[[nodiscard]] std::vector<Record> message_rows(const std::vector<inbox::Heard>& messages);

}  // namespace payonce
