#include "ledger/layers/reconciliation_sheet.hpp"

#include <algorithm>
#include <cstdlib>

#include "ledger/digest/digest.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/reconciliation_drill.hpp"
#include "schema/queries/reconciliation_figures.hpp"
#include "schema/queries/reconciliation_settlement.hpp"

namespace payonce::reconciliation {
namespace {

namespace sql = payonce::sql::reconciliation_figures;
namespace settlement = payonce::sql::reconciliation_settlement;

constexpr std::array verdicts = {Verdict::balanced, Verdict::explained, Verdict::open, Verdict::cannot_say};

SheetBreak break_from(const Row& row) {
  const auto code = code_named(row.text(1));
  invariant(code.has_value(), "a break is of a code the program knows");
  return {.id = std::string(row.text(0)),
          .code = *code,
          .movement = std::string(row.text(2)),
          .day = std::string(row.text(3)),
          .currency = std::string(row.text(4)),
          .ours = row.maybe_integer(5),
          .theirs = row.maybe_integer(6),
          .difference = row.integer(7),
          .remaining = row.integer(9),
          .days = row.integer(10),
          .first_run = row.integer(8),
          .state = std::string(row.text(11)),
          .our_id = std::string(row.text(12)),
          .channel_id = std::string(row.text(13)),
          .order = std::string(row.text(14))};
}

void read_rows(View& view, Sheet& sheet, std::int64_t at_most) {
  (void)view.one(payonce::sql::reconciliation_drill::period_of_run{.run_id = sheet.run_id}, [&](const Row& row) {
    sheet.from = row.maybe_text(0).value_or("");
    sheet.zone_minutes = row.maybe_integer(1);
    sheet.cut_off = row.maybe_text(2).value_or("");
    sheet.ledger = row.text(3);
  });
  for (Statement& one : statements_of(view, sheet.channel)) {
    if (one.id > sheet.last_statement_id) continue;
    if (auto whole = find_statement(view, one.id)) sheet.statements.push_back(*std::move(whole));
  }
  (void)view.one(settlement::signature{.run_id = sheet.run_id}, [&](const Row& row) {
    sheet.signed_by = std::string(row.text(0));
    sheet.signed_at_ns = row.integer(1);
  });
  view.each(sql::figures_of{.run_id = sheet.run_id}, [&](const Row& row) {
    sheet.figures.push_back({std::string(row.text(0)), std::string(row.text(1)), std::string(row.text(2)),
                             std::string(row.text(3)), row.integer(4), row.integer(5)});
  });
  each_break(view, sheet.run_id, [&](const SheetBreak& one) {
    sheet.break_count += 1;
    if (sheet.break_count <= at_most) sheet.breaks.push_back(one);
  });
  view.each(sql::adjustments{.last_voucher_id = sheet.last_voucher_id, .channel = sheet.channel, .at_ns = sheet.at_ns},
            [&](const Row& row) {
              sheet.adjustments.push_back({.break_id = std::string(row.text(0)),
                                           .version = row.integer(1),
                                           .action = std::string(row.text(2)),
                                           .amount = row.integer(3),
                                           .currency = std::string(row.text(4)),
                                           .state = std::string(row.text(5)),
                                           .proposed_by = std::string(row.text(6)),
                                           .approved_by = row.maybe_text(7).value_or(""),
                                           .reason = std::string(row.text(8)),
                                           .voucher = std::string(row.text(9))});
            });
  view.each(sql::trend{.channel = sheet.channel, .run_id = sheet.run_id}, [&](const Row& row) {
    sheet.trend.push_back(
        {row.integer(0), std::string(row.text(1)), std::string(row.text(2)), row.integer(3), row.integer(4)});
  });
}

}  // namespace

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::balanced: return "balanced";
    case Verdict::explained: return "explained";
    case Verdict::open: return "open";
    case Verdict::cannot_say: return "cannot_say";
  }
  return "";
}

Text sentence(Verdict verdict) {
  switch (verdict) {
    case Verdict::balanced: return {"book and statement agree to the last unit", "账面与对账单完全一致"};
    case Verdict::explained: return {"every difference is explained", "所有差异均已说明"};
    case Verdict::open: return {"differences are open", "存在未了结的差异"};
    case Verdict::cannot_say:
      return {"not every day is told by a file that can be trusted", "部分日期没有可信的对账单"};
  }
  return {};
}

std::optional<Sheet> read_sheet(View& view, std::int64_t run_id, std::int64_t at_most) {
  std::optional<Sheet> sheet;
  (void)view.one(sql::head{.run_id = run_id}, [&](const Row& row) {
    const auto verdict =
        std::find_if(verdicts.begin(), verdicts.end(), [&](Verdict one) { return name(one) == row.text(10); });
    invariant(verdict != verdicts.end(), "a run has a verdict the program knows");
    sheet = Sheet{.run_id = row.integer(0),
                  .run_key = hex(row.bytes(1)),
                  .channel = std::string(row.text(2)),
                  .as_of = std::string(row.text(3)),
                  .grace_days = row.integer(4),
                  .rules = row.integer(5),
                  .last_statement_id = row.integer(6),
                  .last_line_id = row.integer(7),
                  .last_voucher_id = row.integer(8),
                  .last_voucher = std::string(row.text(13)),
                  .previous_run_id = row.maybe_integer(9),
                  .verdict = *verdict,
                  .actor = std::string(row.text(11)),
                  .at_ns = row.integer(12)};
  });
  if (sheet) read_rows(view, *sheet, at_most);
  return sheet;
}

std::vector<std::string> Sheet::accounts() const {
  std::vector<std::string> all;
  for (const Statement& one : statements) {
    if (!one.account.empty() && std::find(all.begin(), all.end(), one.account) == all.end()) all.push_back(one.account);
  }
  return all;
}

std::string Sheet::zone() const {
  if (!zone_minutes) return {};
  const std::int64_t far = std::abs(*zone_minutes);
  const auto two = [](std::int64_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
  return (*zone_minutes < 0 ? "-" : "+") + two(far / 60) + ":" + two(far % 60);
}

void each_break(View& view, std::int64_t run_id, const std::function<void(const SheetBreak&)>& take) {
  view.each(sql::breaks_of{.run_id = run_id, .at_most = -1, .behind = 0},
            [&](const Row& row) { take(break_from(row)); });
}

std::optional<Fault> sign(Tx& tx, std::int64_t run_id, const std::string& actor, std::int64_t now_ns) {
  std::string made_by;
  if (!tx.one(sql::head{.run_id = run_id}, [&](const Row& row) { made_by = std::string(row.text(11)); })) {
    return Fault{"run", {"there is no such run", "没有这次对账"}};
  }
  std::string signed_by;
  (void)tx.one(settlement::signature{.run_id = run_id}, [&](const Row& row) { signed_by = std::string(row.text(0)); });
  if (signed_by == actor) return std::nullopt;
  if (!signed_by.empty()) return Fault{"run", {"was signed by " + signed_by, "已由 " + signed_by + " 签字"}};
  if (made_by == actor) return Fault{"actor", {"made it, and another must sign", "是编制人，须由他人签字"}};
  (void)tx.change(settlement::sign{.actor = actor, .now_ns = now_ns, .run_id = run_id});
  return std::nullopt;
}

void each_uncleared(View& view, std::int64_t run_id, const std::function<void(const Uncleared&)>& take) {
  view.each(settlement::uncleared{.run_id = run_id}, [&](const Row& row) {
    take({.line = row.text(0) == "line",
          .why = std::string(row.text(1)),
          .day = std::string(row.text(2)),
          .movement = std::string(row.text(3)),
          .currency = std::string(row.text(4)),
          .amount = row.integer(5),
          .our_id = std::string(row.text(6)),
          .channel_id = std::string(row.text(7)),
          .order = std::string(row.text(8)),
          .voucher = std::string(row.text(9))});
  });
}

}  // namespace payonce::reconciliation
