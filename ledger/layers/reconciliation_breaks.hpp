#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/layers/reconciliation.hpp"
#include "ledger/store/store.hpp"

/// What does not fit between our book and a channel's stored statements, each difference with a name and a life of its own
/// (reconciliation.md 1.2 and 3, steps 7 and 8).
namespace payonce::reconciliation {

/// What a run looks at, and from where on everything is new to it.
struct Scope {
  std::string channel;
  std::string as_of;
  std::int64_t grace_days = 0;
  std::int64_t run_id = 0;
  std::int64_t behind_line = 0;
  std::int64_t behind_voucher = 0;
  std::int64_t behind_pairing = 0;
};

/// One difference as it was found. Amounts are minor units; `difference` is what our receivable lacks of the statement.
struct Found {
  Code code;
  std::string movement;
  std::optional<std::int64_t> line_id{};
  std::optional<std::int64_t> item_id{};
  std::string day;
  std::string currency;
  std::optional<std::int64_t> ours{};
  std::optional<std::int64_t> theirs{};
  std::int64_t difference = 0;
  std::string line{};  // its name
  std::string fact{};  // of the voucher
};
/// Writes it, or marks it as seen where it was known before.
void keep(Tx& tx, const Scope& scope, const Found& found);
/// A line's own, in whatever file it comes.
[[nodiscard]] std::string line_name(std::string_view account, std::string_view key, std::int64_t nth);

/// Finds every break that holds now: new ones are written, known ones marked as seen in this run. Whether one is over is the
/// business of whoever judges the run.
void find_breaks(Tx& tx, const Scope& scope);

/// The same in every file and however its rows were shuffled: it follows from the channel, the code, the line's own key, the
/// voucher's fact and the day.
[[nodiscard]] std::string break_id(std::string_view channel, std::string_view code, std::string_view line,
                                   std::string_view fact, std::string_view day);

/// Days from one to the other, "2026-11-29" each; 0 where one is not known.
[[nodiscard]] std::int64_t days_between(std::string_view from, std::string_view to);

/// What is over as soon as it is listed: nothing could be booked about it.
[[nodiscard]] bool ends_at_once(Code code);
/// What waits for the channel alone, and keeps no verdict open.
[[nodiscard]] bool only_waits(Code code);
[[nodiscard]] std::optional<Code> code_named(std::string_view name);

}  // namespace payonce::reconciliation
