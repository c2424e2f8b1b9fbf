#include "ledger/layers/reconciliation_breaks.hpp"

#include <charconv>
#include <chrono>

#include "ledger/digest/digest.hpp"
#include "ledger/layers/reconciliation_rates.hpp"
#include "ledger/layers/reconciliation_settlement.hpp"
#include "schema/queries/reconciliation_breaks.hpp"

namespace payonce::reconciliation {
namespace {

namespace sql = payonce::sql::reconciliation_breaks;

std::int64_t serial(std::string_view day) {
  const auto number = [&](std::size_t at, std::size_t size) {
    int value = 0;
    std::from_chars(day.data() + at, day.data() + at + size, value);
    return value;
  };
  const auto date = std::chrono::year(number(0, 4)) / std::chrono::month(static_cast<unsigned>(number(5, 2))) /
                    std::chrono::day(static_cast<unsigned>(number(8, 2)));
  return std::chrono::sys_days(date).time_since_epoch().count();
}

class Finder {
 public:
  Finder(Tx& tx, const Scope& scope) : tx_(tx), scope_(scope) {}

  void run() {
    pairs();
    (void)tx_.change(sql::pairs_still_held{.run_id = scope_.run_id, .channel = scope_.channel});
    lines();
    items();
    find_settlement_breaks(tx_, scope_);
    orphans();
    (void)tx_.change(sql::future_lines{.channel = scope_.channel, .as_of = scope_.as_of});
    (void)tx_.change(sql::future_items{.channel = scope_.channel, .as_of = scope_.as_of});
  }

 private:
  static Code code_of_pair(const Row& row, bool same_currency, std::int64_t difference) {
    const std::string_view movement = row.text(2);
    const std::string_view standing = row.text(3);
    if (!same_currency && row.integer(16) == 0) return Code::currency_mismatch;
    if (standing == "failed") {
      return movement == "refund" ? Code::refund_missing_at_channel : Code::status_false_success;
    }
    if (standing == "pending") return Code::refund_unfinal;
    if (!same_currency) return Code::fx_difference;
    if (difference == 0 && row.integer(7) != 0) return Code::rounding;
    if (difference == 0) {
      const std::int64_t apart = days_between(row.text(9), row.text(10));
      return apart == 1 || apart == -1 ? Code::timing_cutoff : Code::date_mismatch;
    }
    if (movement == "refund") return row.integer(15) != 0 ? Code::refund_over : Code::refund_amount;
    if (movement == "payout") return Code::payout_mismatch;
    if (movement == "dispute") return Code::dispute;
    if (movement == "fee") return Code::fee_mismatch;
    return difference > 0 ? Code::amount_over : Code::amount_under;
  }

  /// What was paid is what we booked; it was settled in another currency, in which we have nothing. Told beside what the rate
  /// in our book makes of it, where there is one.
  void settled(const Row& row, Found& found) {
    if (!rates_) rates_ = fx_rates(tx_, scope_.channel);
    found.currency = std::string(row.text(4));
    found.theirs = row.integer(17);
    found.difference = row.integer(17);
    found.ours = std::nullopt;
    for (const FxRate& rate : *rates_) {
      if (rate.currency != row.text(5) || rate.settled != found.currency || rate.since > found.day) continue;
      found.ours = booked_value(rate, row.integer(8));
      return;
    }
  }

  void pairs() {
    tx_.each(sql::new_pairs{.behind_pairing = scope_.behind_pairing, .channel = scope_.channel}, [&](const Row& row) {
      const bool same_currency = row.text(4) == row.text(5);
      const std::int64_t theirs = row.integer(6);
      const std::int64_t ours = row.integer(8);
      const std::int64_t difference = same_currency ? theirs - ours : -ours;
      Found found{.code = code_of_pair(row, same_currency, difference),
                  .movement = std::string(row.text(2)),
                  .line_id = row.integer(0),
                  .item_id = row.integer(1),
                  .day = std::string(row.text(9)),
                  .currency = std::string(row.text(5)),
                  .ours = ours,
                  .theirs = theirs,
                  .difference = difference,
                  .line = line_name(row.text(11), row.text(12), row.integer(13)),
                  .fact = std::string(row.text(14))};
      if (found.code == Code::fx_difference) {
        settled(row, found);
      } else if (!same_currency) {
        // The numbers are never compared: each side stands in its own currency.
        found.theirs = std::nullopt;
        found.difference = 0;
      }
      keep(tx_, scope_, found);
    });
  }

  /// Nothing where the line says that nothing was moved, or nothing yet.
  static std::optional<Code> code_of_line(const Row& row) {
    const std::string_view movement = row.text(1);
    const std::string_view standing = row.text(2);
    if (row.integer(9) != 0) return Code::wrong_account;
    if (standing == "failed") return std::nullopt;
    if (standing == "pending") return movement == "refund" ? std::optional(Code::refund_unfinal) : std::nullopt;
    if (row.integer(8) > 1 && row.integer(10) != 0) return Code::dup_at_channel;
    if (movement == "dispute") return Code::dispute;
    if (movement == "payout") return Code::payout_mismatch;
    if (movement == "fee") return row.integer(4) == 0 ? std::nullopt : std::optional(Code::fee_mismatch);
    if (movement != "sale" && movement != "refund") return Code::unidentified;
    if (row.integer(11) != 0) return Code::status_lag;
    if (movement == "sale") return row.integer(12) != 0 ? Code::dup_payment : Code::missing_internal;
    return row.integer(13) != 0 ? Code::refund_over : Code::refund_missing_internal;
  }

  void reason(std::string_view side, std::int64_t id, std::string_view why) {
    (void)tx_.change(sql::reason_of_pending{.why = why, .channel = scope_.channel, .side = side, .id = id});
  }

  void lines() {
    tx_.each(sql::lines_alone{.channel = scope_.channel, .as_of = scope_.as_of}, [&](const Row& row) {
      const auto code = code_of_line(row);
      reason("line", row.integer(0), code ? "break" : "silent");
      if (!code) return;
      const std::int64_t theirs = row.text(2) == "settled" ? row.integer(4) : 0;
      keep(tx_, scope_,
           {.code = *code,
            .movement = std::string(row.text(1)),
            .line_id = row.integer(0),
            .day = std::string(row.text(5)),
            .currency = std::string(row.text(3)),
            .theirs = theirs,
            .difference = theirs,
            .line = line_name(row.text(6), row.text(7), row.integer(8))});
    });
  }

  static Code code_of_item(const Row& row) {
    const std::string_view movement = row.text(1);
    if (row.integer(7) != 0) return Code::dup_internal;
    if (movement == "refund") return Code::refund_missing_at_channel;
    if (movement == "payout") return Code::payout_mismatch;
    if (movement == "dispute") return Code::dispute;
    return movement == "fee" ? Code::fee_mismatch : Code::missing_at_channel;
  }

  void items() {
    const sql::items_alone alone{.channel = scope_.channel, .grace_days = scope_.grace_days, .as_of = scope_.as_of};
    tx_.each(alone, [&](const Row& row) {
      const bool absent = row.integer(6) != 0;
      reason("item", row.integer(0), absent ? "break" : "timing");
      if (!absent) return;
      keep(tx_, scope_,
           {.code = code_of_item(row),
            .movement = std::string(row.text(1)),
            .item_id = row.integer(0),
            .day = std::string(row.text(4)),
            .currency = std::string(row.text(2)),
            .ours = row.integer(3),
            .difference = -row.integer(3),
            .fact = std::string(row.text(5))});
    });
  }

  /// What was fixed and then came after all: the fix itself is what is wrong now.
  void orphans() {
    tx_.each(sql::fixed_breaks{.channel = scope_.channel}, [&](const Row& row) {
      if (row.integer(6) >= scope_.run_id) return;  // it holds: its fix stands against it
      const std::string id(row.text(0));
      std::int64_t moved = 0;
      (void)tx_.one(sql::moved_by_fixes{.channel = scope_.channel, .break_id = id},
                    [&](const Row& sum) { moved = sum.integer(0); });
      if (moved == 0) return;
      keep(tx_, scope_,
           {.code = Code::adjustment_orphan,
            .movement = std::string(row.text(1)),
            .line_id = row.maybe_integer(2),
            .item_id = row.maybe_integer(3),
            .day = std::string(row.text(4)),
            .currency = std::string(row.text(5)),
            .ours = moved,
            .difference = -moved,
            .fact = id});
    });
  }

  Tx& tx_;
  const Scope& scope_;
  std::optional<std::vector<FxRate>> rates_{};
};

}  // namespace

void find_breaks(Tx& tx, const Scope& scope) { Finder(tx, scope).run(); }

void keep(Tx& tx, const Scope& scope, const Found& found) {
  const std::string id = break_id(scope.channel, name(found.code), found.line, found.fact, found.day);
  if (tx.change(sql::seen{.run_id = scope.run_id,
                          .ours = found.ours,
                          .theirs = found.theirs,
                          .difference = found.difference,
                          .break_id = id}) != 0) {
    return;
  }
  (void)tx.change(sql::insert{.break_id = id,
                              .channel = scope.channel,
                              .code = name(found.code),
                              .movement = found.movement,
                              .line_id = found.line_id,
                              .item_id = found.item_id,
                              .day = found.day.empty() ? scope.as_of : found.day,
                              .currency = found.currency,
                              .ours = found.ours,
                              .theirs = found.theirs,
                              .difference = found.difference,
                              .run_id = scope.run_id});
}

std::string line_name(std::string_view account, std::string_view key, std::int64_t nth) {
  return std::string(account) + "\n" + std::string(key) + "\n" + std::to_string(nth);
}

std::string break_id(std::string_view channel, std::string_view code, std::string_view line, std::string_view fact,
                     std::string_view day) {
  Parts parts;
  parts.text(channel).text(code).text(line).text(fact).text(day);
  return hex(sha256(parts.bytes())).substr(0, 16);
}

std::int64_t days_between(std::string_view from, std::string_view to) {
  return from.size() == 10 && to.size() == 10 ? serial(to) - serial(from) : 0;
}

bool ends_at_once(Code code) { return code == Code::timing_cutoff || code == Code::rounding; }

bool only_waits(Code code) { return code == Code::refund_unfinal; }

}  // namespace payonce::reconciliation
