#include "ledger/layers/reconciliation_matching.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "ledger/digest/digest.hpp"
#include "ledger/layers/reconciliation_figures.hpp"
#include "ledger/layers/reconciliation_judging.hpp"
#include "ledger/layers/reconciliation_settlement.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/reconciliation_figures.hpp"
#include "schema/queries/reconciliation_matching.hpp"
#include "schema/queries/reconciliation_settlement.hpp"

namespace payonce::reconciliation {
namespace {

namespace passes = payonce::sql::reconciliation_matching;
namespace figures = payonce::sql::reconciliation_figures;
namespace settlement = payonce::sql::reconciliation_settlement;

/// What a pair may rest on, the strongest first.
constexpr std::array<std::string_view, 11> evidences = {"channel_id",
                                                        "our_id",
                                                        "order_no",
                                                        "parent",
                                                        "suspense",
                                                        "original",
                                                        "original_by_our_id",
                                                        "other_currency",
                                                        "other_currency_by_our_id",
                                                        "unsettled",
                                                        "unsettled_by_our_id"};

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
    const SinceByKind since = take_in(tx_, scope_);
    find_breaks(tx_, scope_);
    const Judged judged = judge_breaks(tx_, world_, scope_, previous_);
    seal(judged, write_figures(tx_, scope_, previous_, judged.rolls, since));
    world_.step(Step::recon_fix);
    return scope_.run_id;
  }

 private:
  void pair_up() {
    std::int64_t zone_minutes = 0;
    (void)tx_.one(passes::zone{.channel = scope_.channel}, [&](const Row& row) { zone_minutes = row.integer(0); });
    const std::string& channel = scope_.channel;
    in_parts(scope_.behind_voucher, marks_.voucher, [&](std::int64_t behind, std::int64_t up_to) {
      (void)tx_.change(
          passes::extract{.channel = channel, .zone_minutes = zone_minutes, .behind_voucher = behind, .up_to = up_to});
    });
    (void)tx_.change(passes::offset_reversals{
        .run_id = scope_.run_id, .behind_voucher = scope_.behind_voucher, .channel = scope_.channel});
    (void)tx_.change(
        passes::own_fixes{.run_id = scope_.run_id, .channel = scope_.channel, .behind_voucher = scope_.behind_voucher});
    in_parts(scope_.behind_line, marks_.line, [&](std::int64_t behind, std::int64_t up_to) {
      (void)tx_.change(passes::channel_id{
          .run_id = scope_.run_id, .channel = channel, .behind_line = behind, .up_to = up_to, .as_of = scope_.as_of});
      (void)tx_.change(passes::keep_lines{.channel = channel, .behind_line = behind, .up_to = up_to});
    });
    in_parts(scope_.behind_voucher, marks_.voucher, [&](std::int64_t behind, std::int64_t up_to) {
      (void)tx_.change(passes::keep_items{.channel = channel, .behind_voucher = behind, .up_to = up_to});
    });
    for (const std::string_view evidence : evidences) {
      (void)tx_.change(passes::take{
          .channel = scope_.channel, .as_of = scope_.as_of, .run_id = scope_.run_id, .evidence = evidence});
    }
    (void)tx_.change(passes::booked_fees{
        .run_id = scope_.run_id, .behind_voucher = marks_.voucher, .channel = scope_.channel, .as_of = scope_.as_of});
    (void)tx_.change(passes::amount_and_day{.channel = scope_.channel, .as_of = scope_.as_of, .run_id = scope_.run_id});
    (void)tx_.change(passes::forget_lines{.channel = scope_.channel});
    (void)tx_.change(passes::forget_items{.channel = scope_.channel});
  }

  /// Whatever the size of a day, a run holds no more than a part of it.
  template <class Part>
  static void in_parts(std::int64_t behind, std::int64_t up_to, Part&& part) {
    constexpr std::int64_t size = 20'000;
    for (; behind < up_to; behind = std::min(behind + size, up_to)) part(behind, std::min(behind + size, up_to));
  }

  void seal(const Judged& judged, bool same) {
    (void)tx_.change(settlement::keep_uncleared{.run_id = scope_.run_id, .channel = scope_.channel});
    bool covered = true;
    (void)tx_.one(figures::days_not_covered{.channel = scope_.channel, .as_of = scope_.as_of},
                  [&](const Row&) { covered = false; });
    const Verdict verdict = judged.open                ? Verdict::open
                            : !covered                 ? Verdict::cannot_say
                            : same && !judged.accepted ? Verdict::balanced
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
};

/// Thrown out of the transaction of a dry run, so that nothing of it stays.
struct OnlyLooked {
  Sheet sheet;
};

Result<Sheet> matched(Tx& tx, World& world, const Match& wanted) {
  std::optional<std::string> as_of = wanted.as_of;
  (void)tx.one(passes::last_told_day{.channel = wanted.channel}, [&](const Row& row) {
    if (!as_of) as_of = row.maybe_text(0);
  });
  if (!as_of) {
    return Fault{"channel",
                 {"has no statement here that says a day: payonce channel import",
                  "尚未导入注明日期的对账单：payonce channel import"}};
  }
  const Marks marks = marks_of(tx, wanted.channel);
  std::optional<std::int64_t> run_id;
  (void)tx.one(passes::by_key{.run_key = key_of(wanted, *as_of, marks)},
               [&](const Row& row) { run_id = row.integer(0); });
  // What a later run has paired and named is told by its own report; a run looks forward.
  std::string last_day;
  (void)tx.one(passes::last_run{.channel = wanted.channel}, [&](const Row& row) { last_day = row.text(4); });
  if (!run_id && *as_of < last_day) {
    return Fault{"as-of",
                 {"is before " + last_day + ", up to which a run was made: payonce report reconciliation tells it",
                  "早于已对账至的 " + last_day + "：见 payonce report reconciliation"}};
  }
  if (!run_id) run_id = Run(tx, world, wanted, *as_of, marks).run();
  auto sheet = read_sheet(tx, *run_id, wanted.at_most);
  invariant(sheet.has_value(), "a run that was made can be read");
  return *std::move(sheet);
}

}  // namespace

Result<Sheet> match(Store& store, World& world, const Match& wanted) {
  try {
    return store.atomically([&](Tx& tx) {
      Result<Sheet> sheet = matched(tx, world, wanted);
      if (wanted.dry_run && sheet) throw OnlyLooked{std::move(sheet).value()};
      return sheet;
    });
  } catch (OnlyLooked& looked) {
    return std::move(looked.sheet);
  }
}

}  // namespace payonce::reconciliation
