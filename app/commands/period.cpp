#include "app/commands/period.hpp"

#include <functional>

#include "app/actor.hpp"
#include "app/context.hpp"
#include "app/record.hpp"
#include "ledger/journal/year_end.hpp"
#include "ledger/values/duration.hpp"

namespace payonce {
namespace {

using journal::Days;
using journal::Period;
using journal::PeriodAnswer;
using journal::PeriodState;

Record record_of(const Period& period) {
  Record record;
  record.text("period", {"period", "期间"}, period.days.text())
      .text("from", {"from", "自"}, period.days.first)
      .text("to", {"to", "至"}, period.days.last)
      .text("state", {"state", "状态"}, std::string(name(period.state)))
      .number("vouchers", {"vouchers", "凭证数"}, period.vouchers)
      .maybe("seal", {"seal", "封印"}, period.seal ? std::optional(hex(*period.seal)) : std::nullopt)
      .number("version", {"steps", "步数"}, period.version)
      .text("actor", {"by", "操作人"}, period.actor)
      .maybe("reason", {"reason", "缘由"}, period.reason)
      .time("changed_at", {"since", "始于"}, period.changed_at_ns);
  return record;
}

std::optional<std::string> reason_from(const Arguments& given) {
  auto reason = given.maybe("reason");
  if (reason && (reason->empty() || reason->size() > 500)) {
    throw Problem(ExitStatus::usage, {"reason", {"is 1 to 500 bytes", "应为 1 至 500 字节"}});
  }
  return reason;
}

[[noreturn]] void refuse(Text why) { throw Problem(ExitStatus::refused, {"period", std::move(why)}); }

using Step = std::function<PeriodAnswer(Tx&, const Days&, const journal::Signed&)>;

/// The year-end vouchers of a day, where it has any: their numbers and what each carried into retained earnings.
std::optional<std::string> told(const std::vector<journal::YearEnd>& year_ends) {
  std::string all;
  for (const journal::YearEnd& one : year_ends) {
    all += (all.empty() ? "" : ", ") + one.voucher + " " + one.result.text();
  }
  return all.empty() ? std::nullopt : std::optional(all);
}

ExitStatus step(Context& context, const Arguments& given, const Step& take, const Text& done) {
  const Days days = taken(Days::parse("period", given.text("period")));
  context.believe_clock();
  const journal::Signed by{
      .actor = actor_from(given), .reason = reason_from(given), .now_ns = context.world().wall_ns()};
  std::optional<Period> period;
  std::optional<Days> other;
  std::optional<std::string> year_ends;
  const PeriodAnswer answer = context.ledger().store().atomically([&](Tx& tx) {
    const PeriodAnswer said = take(tx, days, by);
    period = journal::find_period(tx, days);
    other = journal::overlapping(tx, days);
    year_ends = told(journal::year_ends(tx, days.last));
    return said;
  });
  const auto shown = [&] {
    Record record = record_of(*period);
    return record.maybe("year_end", {"into retained earnings", "结转留存收益"}, year_ends);
  };
  switch (answer) {
    case PeriodAnswer::overlaps: {
      const std::string shared = other->text();
      refuse({"shares days with " + shared + ", which is a period already", "与已有期间 " + shared + " 重叠"});
    }
    case PeriodAnswer::unknown:
      refuse({"was never closed; payonce period list shows those that were",
              "从未关闭；payonce period list 可列出各期间"});
    case PeriodAnswer::not_closed: refuse({"is open: close it first", "尚未关闭：请先关闭"});
    case PeriodAnswer::locked: refuse({"is locked, and stays so", "已锁定，不可再开"});
    case PeriodAnswer::already:
      return tell(context, {"so already; nothing changed", "早已如此；未做改动"}, Tone::ok, shown());
    case PeriodAnswer::not_over:
      refuse({"is not over yet: a year is ended, and days are locked, behind the last of them",
              "尚未结束：末日过后才能做年终结账或锁定"});
    case PeriodAnswer::left_open:
      refuse({"is closed, and income or expense is left in it: reopen it first, then close it with --year-end",
              "已关闭而收入或费用尚有余额：请先重新开放，再以 --year-end 关闭"});
    case PeriodAnswer::stands_in_way:
      refuse({"has an account of income or expense that cannot be emptied: it is closed, or its limit forbids it",
              "有收入或费用科目无法结转：科目已关闭，或其限制不允许"});
    case PeriodAnswer::done: break;
  }
  const std::string today = iso_date(by.now_ns);
  if (period->state != PeriodState::open && today < days.first) {
    context.note({"it has not begun: what is done on its days is refused (period_closed) until it is reopened",
                  "该期间尚未开始：在重新开放前，其间的请求将被拒绝（period_closed）"});
  }
  if (period->state != PeriodState::open && days.first <= today && today <= days.last) {
    context.note(
        {"today lies in it: until it is over, what has not happened yet is refused (period_closed), and what a "
         "channel has moved of payments and refunds begun before is dated to the first open day",
         "今日在此期间内：期满前，尚未发生的请求将被拒绝（period_"
         "closed）；此前已发起的支付与退款，渠道已划转的记入首个开放日"});
  }
  return tell(context, done, Tone::ok, shown());
}

ExitStatus close(Context& context, const Arguments& given) {
  if (given.given("year-end")) {
    const journal::Rules& rules = context.ledger().rules();
    return step(
        context, given,
        [&](Tx& tx, const Days& days, const journal::Signed& by) { return journal::close_year(tx, rules, days, by); },
        {"the year is closed and sealed", "年度已结账、关闭并封印"});
  }
  return step(context, given, journal::close_period, {"closed and sealed", "已关闭并封印"});
}
ExitStatus lock(Context& context, const Arguments& given) {
  return step(context, given, journal::lock_period, {"locked for ever", "已永久锁定"});
}
ExitStatus reopen(Context& context, const Arguments& given) {
  return step(context, given, journal::reopen_period, {"open again; that is recorded", "已重新开放，并已记录"});
}

ExitStatus list(Context& context, const Arguments& given) {
  std::vector<Record> rows;
  context.ledger().store().reading([&](View& view) {
    for (const Period& period : journal::periods(view)) {
      if (!given.given("history")) {
        rows.push_back(record_of(period));
        continue;
      }
      for (const journal::PeriodStep& one : journal::steps_of(view, period)) {
        Record record;
        record.text("period", {"period", "期间"}, period.days.text())
            .number("version", {"step", "步"}, one.version)
            .text("state", {"state", "状态"}, std::string(name(one.state)))
            .number("vouchers", {"vouchers", "凭证数"}, one.vouchers)
            .number("book", {"book at", "账本位置"}, one.last_voucher_id)
            .text("actor", {"by", "操作人"}, one.actor)
            .maybe("reason", {"reason", "缘由"}, one.reason)
            .time("at", {"at", "时间"}, one.at_ns);
        rows.push_back(std::move(record));
      }
    }
  });
  return tell_list(context, "periods", rows, {"no days were ever closed", "从未关闭过任何日期"});
}

Positional which() {
  return {.name = "period",
          .about = {"a month (2026-10), a year (2026), or days (2026-10-01..2026-10-15); UTC",
                    "月（2026-10）、年（2026）或日期区间（2026-10-01..2026-10-15）；UTC"}};
}
Option why(bool required) {
  return {.name = "reason", .value = "TEXT", .about = {"why, for the record", "缘由，留作记录"}, .required = required};
}
Text what_closing_does() {
  return {
      "A voucher dated within closed days is refused by the file itself. What has not happened yet is answered with\n"
      "period_closed, and may be asked again unchanged when a day is open; what a channel has moved of a\n"
      "payment or refund that was begun before is booked, dated to the first open day. Fees, disputes, payouts and\n"
      "suspense are refused until a day is open, too. Closing seals: `verify` computes the seal again.",
      "业务日期落在已关闭期间的凭证会被账本文件自身拒绝。尚未发生的请求得到 period_closed，待有开放日时可原样重试；\n"
      "此前已发起的支付与退款，渠道已划转的仍会入账，记入首个开放日；手续费、争议、结算与待查款项同样待有开放日时才入账"
      "。\n"
      "关闭即封印，verify 会重算。"};
}

Text what_a_year_end_does() {
  return {
      "With --year-end every account of income or expense is emptied as of the last day, and the result stands in\n"
      "retained earnings; `income` of those days reads as before. `reverse` takes it back while its day is open.",
      "用 --year-end 时，各收入与费用科目截至末日的余额全部结转，净额记入留存收益；这些日期的 `income` 报表不变。\n"
      "其日期重新开放后，可用 `reverse` 冲销。"};
}

}  // namespace

Command period_close_command() {
  return {.path = "period close",
          .about = {"closes days: nothing more is dated within them", "关闭期间：其内不再入账"},
          .positionals = {which()},
          .options = {why(false),
                      actor_option(),
                      {.name = "year-end",
                       .about = {"first carry income and expense into retained earnings (3900)",
                                 "先将收入与费用结转至留存收益（3900）"}}},
          .examples = {{.line = "payonce period close 2026-10"},
                       {.line = "payonce period close 2025 --year-end",
                        .about = {"a voucher a currency, dated to the last day", "每币种一张凭证，日期为末日"}},
                       {.line = "payonce period close 2026-11-01..2026-11-15 --reason \"half-month report\""}},
          .run = close,
          .more = {what_closing_does(), what_a_year_end_does()}};
}

Command period_lock_command() {
  return {.path = "period lock",
          .about = {"locks closed days for ever", "永久锁定已关闭的期间"},
          .positionals = {which()},
          .options = {why(false), actor_option()},
          .examples = {{.line = "payonce period lock 2026-10 --reason \"audited\""}},
          .run = lock,
          .more = {{"A locked period is never opened again: no step leads out of it.",
                    "锁定后不可再开：没有任何后续步骤。"}}};
}

Command period_reopen_command() {
  return {.path = "period reopen",
          .about = {"opens closed days again, on the record", "重新开放已关闭的期间（留有记录）"},
          .positionals = {which()},
          .options = {why(true), actor_option()},
          .examples = {{.line = "payonce period reopen 2026-10 --reason \"an invoice came late\""}},
          .run = reopen,
          .more = {what_closing_does()}};
}

Command period_list_command() {
  return {
      .path = "period list",
      .about = {"the days that were ever closed, and how they stand", "列出曾关闭的期间及其状态"},
      .options = {{.name = "history", .about = {"every step, with who took it and why", "列出每一步及操作人、缘由"}}},
      .examples = {{.line = "payonce period list --history"}},
      .run = list,
      .more = {{"Days that no period covers are open.", "未被任何期间覆盖的日期都是开放的。"}},
      .reads = true};
}

}  // namespace payonce
