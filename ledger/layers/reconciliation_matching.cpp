#include "ledger/layers/reconciliation_matching.hpp"

#include <algorithm>

#include "ledger/digest/digest.hpp"
#include "ledger/layers/reconciliation_figures.hpp"
#include "ledger/layers/reconciliation_fixes.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/reconciliation_breaks.hpp"
#include "schema/queries/reconciliation_figures.hpp"
#include "schema/queries/reconciliation_matching.hpp"

namespace payonce::reconciliation {
namespace {

namespace passes = payonce::sql::reconciliation_matching;
namespace breaks = payonce::sql::reconciliation_breaks;
namespace figures = payonce::sql::reconciliation_figures;

/// How far everything has come.
struct Marks {
  std::int64_t statement = 0;
  std::int64_t line = 0;
  std::int64_t voucher = 0;
  std::int64_t pairing = 0;
  std::int64_t event = 0;
  std::int64_t next_run = 0;
};

Marks marks_of(View& view, const std::string& channel) {
  Marks marks;
  (void)view.one(passes::marks{.channel = channel}, [&](const Row& row) {
    marks = {row.integer(0), row.integer(1), row.integer(2), row.integer(3), row.integer(4), row.integer(5)};
  });
  return marks;
}

std::array<std::uint8_t, 16> key_of(const Match& wanted, const std::string& as_of, const Marks& marks) {
  Parts parts;
  parts.text("run").text(wanted.channel).text(as_of).number(wanted.grace_days).number(matching_rules);
  parts.number(marks.statement).number(marks.line).number(marks.voucher).number(marks.event);
  const Digest digest = sha256(parts.bytes());
  std::array<std::uint8_t, 16> key{};
  std::copy_n(digest.begin(), key.size(), key.begin());
  return key;
}

class Run {
 public:
  Run(Tx& tx, World& world, const Match& wanted, std::string as_of, const Marks& marks)
      : tx_(tx), world_(world), wanted_(wanted), marks_(marks) {
    scope_ = {.channel = wanted.channel,
              .as_of = std::move(as_of),
              .grace_days = wanted.grace_days,
              .run_id = marks.next_run};
    (void)tx_.one(passes::last_run{.channel = scope_.channel}, [&](const Row& row) {
      previous_ = row.integer(0);
      scope_.behind_line = row.integer(1);
      scope_.behind_voucher = row.integer(2);
      scope_.behind_pairing = row.integer(3);
    });
  }

  std::int64_t run() {
    world_.step(Step::recon_scan);
    pair_up();
    find_breaks(tx_, scope_);
    judge();
    const bool same = write_figures(tx_, scope_, previous_, rolls_);
    seal(same);
    world_.step(Step::recon_fix);
    return scope_.run_id;
  }

 private:
  void pair_up() {
    std::int64_t zone_minutes = 0;
    (void)tx_.one(passes::zone{.channel = scope_.channel}, [&](const Row& row) { zone_minutes = row.integer(0); });
    (void)tx_.change(passes::extract{
        .channel = scope_.channel, .zone_minutes = zone_minutes, .behind_voucher = scope_.behind_voucher});
    (void)tx_.change(passes::offset_reversals{
        .run_id = scope_.run_id, .behind_voucher = scope_.behind_voucher, .channel = scope_.channel});
    (void)tx_.change(
        passes::own_fixes{.run_id = scope_.run_id, .channel = scope_.channel, .behind_voucher = scope_.behind_voucher});
    pass<passes::channel_id>();
    (void)tx_.change(passes::booked_fees{.run_id = scope_.run_id,
                                         .behind_voucher = scope_.behind_voucher,
                                         .channel = scope_.channel,
                                         .as_of = scope_.as_of});
    pass<passes::our_id>();
    pass<passes::order_no>();
    pass<passes::parent>();
    pass<passes::suspense>();
    pass<passes::other_currency>();
    pass<passes::other_currency_by_our_id>();
    pass<passes::unsettled>();
    pass<passes::unsettled_by_our_id>();
    forget();
    (void)tx_.change(passes::keep_lines{.channel = scope_.channel, .behind_line = scope_.behind_line});
    (void)tx_.change(passes::keep_items{.channel = scope_.channel, .behind_voucher = scope_.behind_voucher});
    (void)tx_.change(passes::amount_and_day{.channel = scope_.channel, .as_of = scope_.as_of, .run_id = scope_.run_id});
    forget();
  }

  template <class Pass>
  void pass() {
    (void)tx_.change(Pass{
        .behind_line = scope_.behind_line, .channel = scope_.channel, .run_id = scope_.run_id, .as_of = scope_.as_of});
  }

  void forget() {
    (void)tx_.change(passes::forget_lines{.channel = scope_.channel});
    (void)tx_.change(passes::forget_items{.channel = scope_.channel});
  }

  struct Held {
    std::string id;
    Code code;
    std::int64_t difference;
    bool closed;
    std::int64_t first_run;
    bool seen;
    std::string day;
    std::string currency;
    bool accepted;
    std::string fix_state;
    bool fixed;
  };

  /// Which breaks hold, which are over and by whose doing.
  void judge() {
    tx_.each(breaks::held_now{.channel = scope_.channel, .run_id = scope_.run_id}, [&](const Row& row) {
      const auto code = code_named(row.text(1));
      invariant(code.has_value(), "a break is of a code the program knows");
      judge({.id = std::string(row.text(0)),
             .code = *code,
             .difference = row.integer(2),
             .closed = !row.is_null(3),
             .first_run = row.integer(4),
             .seen = row.integer(5) == scope_.run_id,
             .day = std::string(row.text(6)),
             .currency = std::string(row.text(7)),
             .accepted = row.integer(8) != 0,
             .fix_state = row.maybe_text(9).value_or(""),
             .fixed = row.integer(10) != 0});
    });
  }

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
    Roll& roll = rolls_[held.currency];
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
        state = auto_approve(tx_, world_, {held.id, held.code, scope_.channel, held.currency, remaining})
                    ? "approved"
                    : (before.open ? "open" : "new");
      } else {
        state = held.fix_state;
      }
      roll.closing.add(1, remaining);
      roll.ages[age_band(days)].add(1, remaining);
      open_ = open_ || !only_waits(held.code);
    } else {
      const std::int64_t cleared = before.open ? before.remaining : (over == "accepted" ? held.difference : 0);
      Sum& by = over == "accepted" ? roll.accepted : over == "fix" ? roll.by_fix : roll.by_file;
      by.add(-1, -cleared);
      if (over == "accepted") {
        state = "accepted";
        accepted_ = true;
      }
    }
    (void)tx_.change(breaks::snapshot{
        .run_id = scope_.run_id, .break_id = held.id, .remaining = remaining, .days = days, .state = state});
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

  void seal(bool same) {
    bool covered = true;
    (void)tx_.one(figures::days_not_covered{.channel = scope_.channel, .as_of = scope_.as_of},
                  [&](const Row&) { covered = false; });
    const Verdict verdict = open_                ? Verdict::open
                            : !covered           ? Verdict::cannot_say
                            : same && !accepted_ ? Verdict::balanced
                                                 : Verdict::explained;
    (void)tx_.change(figures::seal{.run_id = scope_.run_id,
                                   .run_key = key_of(wanted_, scope_.as_of, marks_),
                                   .channel = scope_.channel,
                                   .as_of = scope_.as_of,
                                   .grace_days = scope_.grace_days,
                                   .rules = matching_rules,
                                   .last_statement_id = marks_.statement,
                                   .last_line_id = marks_.line,
                                   .last_voucher_id = marks_.voucher,
                                   .last_event = marks_.event,
                                   .last_pairing_id = marks_of(tx_, scope_.channel).pairing,
                                   .previous_run_id = previous_,
                                   .verdict = name(verdict),
                                   .actor = wanted_.actor,
                                   .now_ns = world_.wall_ns()});
  }

  Tx& tx_;
  World& world_;
  const Match& wanted_;
  const Marks marks_;
  Scope scope_{};
  std::optional<std::int64_t> previous_{};
  Rolls rolls_{};
  bool open_ = false;
  bool accepted_ = false;  // something was listed and ended at once, or by a person's word
};

/// Thrown out of the transaction of a dry run, so that nothing of it stays.
struct OnlyLooked {
  Sheet sheet;
};

std::optional<Sheet> matched(Tx& tx, World& world, const Match& wanted) {
  std::optional<std::string> as_of = wanted.as_of;
  (void)tx.one(passes::last_told_day{.channel = wanted.channel}, [&](const Row& row) {
    if (!as_of) as_of = row.maybe_text(0);
  });
  if (!as_of) return std::nullopt;
  const Marks marks = marks_of(tx, wanted.channel);
  std::optional<std::int64_t> run_id;
  (void)tx.one(passes::by_key{.run_key = key_of(wanted, *as_of, marks)},
               [&](const Row& row) { run_id = row.integer(0); });
  if (!run_id) run_id = Run(tx, world, wanted, *as_of, marks).run();
  auto sheet = read_sheet(tx, *run_id, wanted.at_most);
  invariant(sheet.has_value(), "a run that was made can be read");
  return sheet;
}

}  // namespace

std::optional<Sheet> match(Store& store, World& world, const Match& wanted) {
  try {
    return store.atomically([&](Tx& tx) {
      auto sheet = matched(tx, world, wanted);
      if (wanted.dry_run && sheet) throw OnlyLooked{*std::move(sheet)};
      return sheet;
    });
  } catch (OnlyLooked& looked) {
    return std::move(looked.sheet);
  }
}

}  // namespace payonce::reconciliation
