#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ledger/layers/reconciliation_breaks.hpp"
#include "ledger/layers/reconciliation_staging.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/result.hpp"

/// The report of one run, made from stored rows alone: whenever it is asked for, it is the same (reconciliation.md 4).
namespace payonce::reconciliation {

/// What a run concludes. explained: what differs is timing, or was accepted; cannot_say: a day is not told whole by any file that
/// can be trusted.
enum class Verdict { balanced, explained, open, cannot_say };
[[nodiscard]] std::string_view name(Verdict verdict);
[[nodiscard]] Text sentence(Verdict verdict);

/// One figure of a sheet: "bridge", "matrix", "roll_forward", "ageing", "fees", "payouts", "trend", "uncovered". Amounts are minor units.
struct Figure {
  std::string sheet;
  std::string currency;
  std::string name;
  std::string kind;
  std::int64_t count = 0;
  std::int64_t amount = 0;
};

/// A break as it stood when the run ended.
struct SheetBreak {
  std::string id;
  Code code = Code::missing_internal;
  std::string movement;
  std::string day;
  std::string currency;
  std::optional<std::int64_t> ours{};
  std::optional<std::int64_t> theirs{};
  std::int64_t difference = 0;
  std::int64_t remaining = 0;
  std::int64_t days = 0;
  std::int64_t first_run = 0;
  std::string state;  // new, open, proposed, approved, accepted, closed
  std::string our_id;
  std::string channel_id;
  std::string order;
  [[nodiscard]] bool open() const { return state != "closed" && state != "accepted"; }
};

struct Adjustment {
  std::string break_id;
  std::int64_t version = 0;
  std::string action;
  std::int64_t amount = 0;
  std::string currency;
  std::string state;
  std::string proposed_by;
  std::string approved_by;
  std::string reason;
  std::string voucher;
};

struct TrendPoint {
  std::int64_t run_id = 0;
  std::string as_of;
  std::string name;
  std::int64_t count = 0;
  std::int64_t amount = 0;
};

struct Sheet {
  std::int64_t run_id = 0;
  std::string run_key;
  std::string ledger;  // whose books: the ledger's own number
  std::string channel;
  std::string as_of;
  std::string from;  // the day behind the last run that ended earlier; empty: no day is told yet
  std::optional<std::int64_t> zone_minutes{};  // whose days they are; none: no statement was there
  std::string cut_off;                         // the end of as_of in that zone, as UTC
  std::int64_t grace_days = 0;
  std::int64_t rules = 0;
  std::int64_t last_statement_id = 0;
  std::int64_t last_line_id = 0;
  std::int64_t last_voucher_id = 0;
  std::string last_voucher;
  std::optional<std::int64_t> previous_run_id{};
  Verdict verdict = Verdict::cannot_say;
  std::string actor;
  std::int64_t at_ns = 0;
  std::string signed_by;  // empty: nobody yet
  std::int64_t signed_at_ns = 0;
  std::vector<Statement> statements{};
  std::vector<Figure> figures{};
  std::vector<SheetBreak> breaks{};  // the first of them
  std::int64_t break_count = 0;      // all
  std::vector<Adjustment> adjustments{};
  std::vector<TrendPoint> trend{};

  /// The accounts at the channel that its statements are of; none where the channel has but one.
  [[nodiscard]] std::vector<std::string> accounts() const;
  /// "+08:00"; empty where no statement says one.
  [[nodiscard]] std::string zone() const;
};

[[nodiscard]] std::optional<Sheet> read_sheet(View& view, std::int64_t run_id, std::int64_t at_most);
/// Every break of a run, however many, one at a time.
void each_break(View& view, std::int64_t run_id, const std::function<void(const SheetBreak&)>& take);

/// By another than who made the run, once; again by the same person changes nothing. Refuses with a Fault that names its field.
[[nodiscard]] std::optional<Fault> sign(Tx& tx, std::int64_t run_id, const std::string& actor, std::int64_t now_ns);

/// What a run left unpaired and called no break. `line`: of the channel's, behind the run's day; else ours.
struct Uncleared {
  bool line = false;
  std::string why;  // "timing", "future"
  std::string day;
  std::string movement;
  std::string currency;
  std::int64_t amount = 0;
  std::string our_id;
  std::string channel_id;
  std::string order;
  std::string voucher;
};
void each_uncleared(View& view, std::int64_t run_id, const std::function<void(const Uncleared&)>& take);

}  // namespace payonce::reconciliation
