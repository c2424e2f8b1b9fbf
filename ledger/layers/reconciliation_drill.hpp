#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/layers/reconciliation_fixes.hpp"
#include "ledger/store/store.hpp"

/// From a break down to what stands behind it: both sides, the order of ours that either leads to, and how it stood in every run
/// (reconciliation.md 4, "Drill-down"). Only reads; what an order or a voucher holds is told by ledger/orders and ledger/journal.
namespace payonce::reconciliation {

/// What one side says of the movement; a field it does not know is empty.
struct Side {
  std::string number;      // ours
  std::string channel_id;  // the channel's
  std::string order;
  std::string movement;
  std::string state;
  std::string currency;
  std::optional<std::int64_t> amount{};
  std::string day;
  std::string account;
};

/// One field of both, beside each other. It differs where both know it, and not the same.
struct Compared {
  std::string field;
  std::string here;
  std::string there;
  bool differs = false;
};
[[nodiscard]] std::vector<Compared> compared(const Side& here, const Side& there);

/// How the order was found: by the voucher, by a number that the line names, or not at all.
enum class FoundBy { nothing, voucher, our_number, order_number, their_number, parent_number };
[[nodiscard]] std::string_view name(FoundBy found);
[[nodiscard]] Text sentence(FoundBy found);

/// The break as it stood when a run ended.
struct Stood {
  std::int64_t run_id = 0;
  std::string as_of;
  std::int64_t at_ns = 0;
  std::string state;
  std::int64_t remaining = 0;
  std::optional<std::int64_t> ours{};
  std::optional<std::int64_t> theirs{};
};

/// A line whose fee a break of a whole day is about, and what is booked of it.
struct FeeLine {
  std::string channel_id;
  std::string our_id;
  std::int64_t gross = 0;
  std::int64_t fee = 0;
  std::string voucher;  // empty: it is not booked
  std::int64_t booked = 0;
};

/// A pair that either side is or was in, or another voucher of the same order.
struct Paired {
  std::string part;
  std::string pass;
  std::optional<std::int64_t> run_id{};  // none: by hand
  std::string actor;
  std::string reason;
  std::string ended_by;  // empty: it stands
  std::string ended_why;
  std::string channel_id;  // of its line; empty where no line belongs to it
  std::string day;
  std::string file;
  std::int64_t file_line = 0;
  std::string voucher;
};

struct Drill {
  std::optional<Side> here{};
  std::optional<Side> there{};
  FoundBy found = FoundBy::nothing;
  std::optional<std::int64_t> order_id{};
  std::optional<std::int64_t> attempt_id{};  // which part of the order it is about, where that is known
  std::optional<std::int64_t> refund_id{};
  std::optional<std::int64_t> operation_id{};
  std::vector<std::string> vouchers{};  // the item's own, and what the fixes booked
  std::vector<Paired> pairs{};          // as they were made
  std::int64_t pair_count = 0;
  std::vector<Stood> runs{};  // the latest first
  std::int64_t run_count = 0;
  std::vector<FeeLine> fees{};  // those that are not booked first
  std::int64_t fee_count = 0;
};

/// At most so many runs, pairs and lines are read, and all are counted.
[[nodiscard]] Drill drill(View& view, const Break& one, std::int64_t at_most);

}  // namespace payonce::reconciliation
