#include "ledger/layers/reconciliation_judging.hpp"

#include "ledger/layers/reconciliation_auto.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/reconciliation_breaks.hpp"
#include "schema/queries/reconciliation_figures.hpp"

namespace payonce::reconciliation {
namespace {

namespace breaks = payonce::sql::reconciliation_breaks;
namespace figures = payonce::sql::reconciliation_figures;

class Judge {
 public:
  Judge(Tx& tx, World& world, const Scope& scope, std::optional<std::int64_t> previous)
      : tx_(tx), world_(world), scope_(scope), previous_(previous) {}

  Judged run() {
    tx_.each(breaks::held_now{.channel = scope_.channel, .run_id = scope_.run_id}, [&](const Row& row) {
      const auto code = code_named(row.text(1));
      invariant(code.has_value(), "a break is of a code the program knows");
      judge({.id = std::string(row.text(0)),
             .day = std::string(row.text(6)),
             .currency = std::string(row.text(7)),
             .fix_state = row.maybe_text(9).value_or(""),
             .difference = row.integer(2),
             .ours = row.maybe_integer(11),
             .theirs = row.maybe_integer(12),
             .code = *code,
             .closed = !row.is_null(3),
             .seen = row.integer(5) == scope_.run_id,
             .accepted = row.integer(8) != 0,
             .fixed = row.integer(10) != 0,
             .written_off = row.maybe_text(13) == "write_off"});
    });
    return std::move(judged_);
  }

 private:
  struct Held {
    std::string id;
    std::string day;
    std::string currency;
    std::string fix_state;
    std::int64_t difference;
    std::optional<std::int64_t> ours;
    std::optional<std::int64_t> theirs;
    Code code;
    bool closed;
    bool seen;
    bool accepted;
    bool fixed;
    bool written_off;
  };

  void judge(const Held& held) {
    std::int64_t moved = 0;
    if (held.fixed) {
      (void)tx_.one(breaks::moved_by_fixes{.channel = scope_.channel, .break_id = held.id},
                    [&](const Row& row) { moved = row.integer(0); });
    }
    std::int64_t remaining = held.seen ? held.difference - moved : 0;
    std::string_view over;
    if (!held.seen) {
      over = held.fixed ? "fix" : "file";
    } else if (held.accepted || ends_at_once(held.code)) {
      over = "accepted";
    } else if (moved != 0 && remaining == 0) {
      over = "fix";
    }
    const Before before = before_of(held.id);
    if (over.empty()) {
      if (held.closed) (void)tx_.change(breaks::reopen{.break_id = held.id});
    } else if (!held.closed) {
      (void)tx_.change(breaks::close{.run_id = scope_.run_id, .closed_by = over, .break_id = held.id});
    } else if (!before.open) {
      return;  // it was over before, and still is
    }
    Roll& roll = judged_.rolls[held.currency];
    if (before.open) {
      roll.opening.add(1, before.remaining);
    } else {
      roll.fresh.add(1, over == "accepted" ? held.difference : remaining);
    }
    const std::int64_t days = days_between(held.day, scope_.as_of);
    std::string_view state = "closed";
    if (over.empty()) {
      if (before.open) roll.changed.add(0, remaining - before.remaining);
      if (held.fix_state.empty() || held.fix_state == "withdrawn" || held.fix_state == "posted") {
        state = approved_by_rule(held, remaining) ? "approved" : (before.open ? "open" : "new");
      } else {
        state = held.fix_state;
      }
      roll.closing.add(1, remaining);
      roll.ages[age_band(days)].add(1, remaining);
      judged_.open = judged_.open || !only_waits(held.code);
    } else {
      const std::int64_t cleared = before.open ? before.remaining : (over == "accepted" ? held.difference : 0);
      Sum& by = over == "accepted" ? roll.accepted
                : over != "fix"    ? roll.by_file
                : held.written_off ? roll.written_off
                                   : roll.by_fix;
      by.add(-1, -cleared);
      if (over == "accepted") {
        state = "accepted";
        judged_.accepted = true;
      }
    }
    (void)tx_.change(breaks::snapshot{.run_id = scope_.run_id,
                                      .break_id = held.id,
                                      .ours = held.ours,
                                      .theirs = held.theirs,
                                      .difference = held.difference,
                                      .remaining = remaining,
                                      .days = days,
                                      .state = state});
  }

  /// A settlement in another currency is judged by what the booked rate misses of it; without a rate by people.
  bool approved_by_rule(const Held& held, std::int64_t remaining) {
    const bool converted = held.code == Code::fx_difference;
    if (converted && !(held.ours && held.theirs)) return false;
    const std::int64_t size = converted ? *held.theirs - *held.ours : remaining;
    return auto_approve(tx_, world_, {held.id, held.code, scope_.channel, held.currency, size});
  }

  struct Before {
    bool open = false;
    std::int64_t remaining = 0;
  };

  [[nodiscard]] Before before_of(const std::string& id) {
    Before before;
    if (!previous_) return before;
    (void)tx_.one(figures::before{.run_id = *previous_, .break_id = id}, [&](const Row& row) {
      before.remaining = row.integer(0);
      before.open = row.text(1) != "closed" && row.text(1) != "accepted";
    });
    return before;
  }

  Tx& tx_;
  World& world_;
  const Scope& scope_;
  const std::optional<std::int64_t> previous_;
  Judged judged_{};
};

}  // namespace

Judged judge_breaks(Tx& tx, World& world, const Scope& scope, std::optional<std::int64_t> previous) {
  return Judge(tx, world, scope, previous).run();
}

}  // namespace payonce::reconciliation
