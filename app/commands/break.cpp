#include "app/commands/break.hpp"

#include "app/actor.hpp"
#include "app/break_rows.hpp"
#include "app/commands/break_show.hpp"
#include "app/fixes.hpp"
#include "app/record.hpp"
#include "app/sheet.hpp"
#include "app/statement_file.hpp"
#include "ledger/layers/reconciliation_auto.hpp"
#include "ledger/layers/reconciliation_fixes.hpp"
#include "ledger/orders/stored.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {
namespace {

namespace rec = reconciliation;

std::string reason_from(const Arguments& given) {
  const std::string& reason = given.text("reason");
  if (reason.empty() || reason.size() > 1024) {
    throw Problem(ExitStatus::usage, {"reason", {"takes 1 to 1024 bytes", "须为 1 到 1024 字节"}});
  }
  return reason;
}

template <class T>
T allowed(Result<T> result) {
  if (!result) throw Problem(ExitStatus::refused, result.error());
  return std::move(result).value();
}

ExitStatus list(Context& context, const Arguments& given) {
  const std::int64_t limit = taken(parse_count("limit", given.text("limit"), 1));
  const std::string channel = given.maybe("channel").value_or("");
  if (!channel.empty()) require_channel(context, channel);
  const auto all = context.ledger().store().reading(
      [&](View& view) { return rec::list_breaks(view, channel, given.given("all"), limit); });
  std::vector<Record> rows;
  for (const rec::Break& one : all) rows.push_back(break_row(one));
  return tell_list(context, "breaks", rows, {"no break is open", "没有未决差异"}, limit);
}

Record record_of(const rec::Fix& fix) {
  Record record;
  record.text("break", {"break", "差异"}, fix.break_id)
      .number("version", {"version", "版本"}, fix.version)
      .text("action", {"fix", "处理"}, std::string(name(fix.action)))
      .money("amount", {"amount", "金额"}, orders::stored_money(fix.amount, fix.currency))
      .text("reference", {"booked as", "入账编号"}, fix.reference)
      .text("state", {"state", "状态"}, fix.state)
      .text("proposed_by", {"proposed by", "提出人"}, fix.proposed_by)
      .text("approved_by", {"approved by", "批准人"}, fix.approved_by)
      .text("reason", {"because", "缘由"}, fix.reason);
  return record;
}

ExitStatus propose(Context& context, const Arguments& given) {
  const auto action = rec::action_named(given.text("action"));
  if (!action) {
    throw Problem(ExitStatus::usage, {"action",
                                      {"takes park, write_off, fee, replay, convert or accept",
                                       "须为 park、write_off、fee、replay、convert 或 accept"}});
  }
  context.believe_clock();
  const std::string actor = actor_from(given);
  const std::string reason = reason_from(given);
  const rec::Fix fix = allowed(context.ledger().store().atomically([&](Tx& tx) {
    return rec::propose(tx, given.text("break"), *action, actor, reason, context.world().wall_ns());
  }));
  return tell(context, {"proposed: another person approves it", "已提出：由他人批准"}, Tone::ok, record_of(fix));
}

ExitStatus approve(Context& context, const Arguments& given) {
  if (const auto spec = given.maybe("crash-at")) context.crash_at(*spec);
  context.believe_clock();
  const std::string actor = actor_from(given);
  rec::Fix fix = allowed(context.ledger().store().atomically(
      [&](Tx& tx) { return rec::approve(tx, given.text("break"), actor, context.world().wall_ns()); }));
  if (fix.state == "approved") {
    post(context, fix);
    fix.state = "posted";
  }
  return tell(context,
              {"approved and done: the next reconciliation ends the break", "已批准并完成：下次对账将了结此差异"},
              Tone::ok, record_of(fix));
}

ExitStatus withdraw(Context& context, const Arguments& given) {
  const rec::Fix fix = allowed(context.ledger().store().atomically(
      [&](Tx& tx) { return rec::withdraw(tx, given.text("break"), context.world().wall_ns()); }));
  return tell(context, {"withdrawn", "已撤回"}, Tone::ok, record_of(fix));
}

/// By its break, or by the voucher's number: what nobody misses yet is no break and may be paired all the same.
rec::Break item_of(Context& context, const std::string& text) {
  auto found = context.ledger().store().reading([&](View& view) { return rec::alone(view, text); });
  return found ? *std::move(found) : break_of(context, "item", text);
}

ExitStatus match(Context& context, const Arguments& given) {
  const std::string actor = actor_from(given);
  const std::string reason = reason_from(given);
  const rec::Break line = break_of(context, "line", given.text("line"));
  const rec::Break item = item_of(context, given.text("item"));
  const auto fault =
      context.ledger().store().atomically([&](Tx& tx) { return rec::match_by_hand(tx, line, item, actor, reason); });
  if (fault) throw Problem(ExitStatus::refused, *fault);
  Record record;
  record.text("line", {"line", "明细"}, line.id)
      .text("voucher", {"voucher", "凭证"}, item.voucher)
      .text("actor", {"by", "操作人"}, actor);
  return tell(context, {"paired: the next reconciliation compares the two", "已配对：下次对账将比较两者"}, Tone::ok,
              record);
}

ExitStatus unmatch(Context& context, const Arguments& given) {
  const std::string actor = actor_from(given);
  const std::string reason = reason_from(given);
  const std::string voucher = taken(Reference::parse("voucher", given.text("voucher"))).text();
  const std::string channel = allowed(context.ledger().store().atomically(
      [&](Tx& tx) { return rec::unmatch(tx, voucher, actor, reason, context.world().wall_ns()); }));
  Record record;
  record.text("voucher", {"voucher", "凭证"}, voucher)
      .text("channel", {"channel", "渠道"}, channel)
      .text("actor", {"by", "操作人"}, actor);
  return tell(context, {"taken apart: no pass will pair the two again", "已拆开：不再自动配对"}, Tone::ok, record);
}

ExitStatus set_auto(Context& context, const Arguments& given) {
  const std::string channel = taken(ChannelId::parse("channel", given.text("channel"))).text();
  require_channel(context, channel);
  const auto code = rec::code_named(given.text("code"));
  if (!code) throw Problem(ExitStatus::usage, {"code", {"is no code of a break", "不是差异代码"}});
  const auto action = rec::action_named(given.text("action"));
  const std::vector<rec::Action> fitting = rec::actions_of(*code);
  if (!action || *action == rec::Action::replay ||
      std::find(fitting.begin(), fitting.end(), *action) == fitting.end()) {
    throw Problem(ExitStatus::usage, {"action", {"does not fit this code", "不适用于此代码"}});
  }
  const Money cap = taken(Money::parse("cap", given.text("cap")));
  const Money day = taken(Money::parse("cap-day", given.text("cap-day")));
  if (cap.minor() < 0 || day.currency() != cap.currency() || day.minor() < cap.minor()) {
    throw Problem(ExitStatus::usage,
                  {"cap-day", {"is of the same currency and not below --cap", "须同币种且不低于 --cap"}});
  }
  const rec::AutoRule rule{channel,     *code,       *action,          std::string(cap.currency().code()),
                           cap.minor(), day.minor(), actor_from(given)};
  context.ledger().store().atomically([&](Tx& tx) { rec::set_auto_rule(tx, rule, context.world().wall_ns()); });
  Record record;
  record.text("channel", {"channel", "渠道"}, channel)
      .text("code", {"code", "代码"}, std::string(name(*code)))
      .text("action", {"fix", "处理"}, std::string(name(*action)))
      .money("cap", {"cap", "单笔上限"}, cap)
      .money("cap_day", {"cap a day", "单日上限"}, day)
      .text("actor", {"by", "操作人"}, rule.actor);
  return tell(context, {"from the next reconciliation on", "自下次对账起生效"}, Tone::ok, record);
}

Positional break_positional() { return {.name = "break", .about = {"its id", "差异编号"}}; }
Option reason_option() {
  return {.name = "reason", .value = "TEXT", .about = {"why; kept for ever", "缘由；永久保存"}, .required = true};
}
Option crash_option() {
  return {.name = "crash-at",
          .value = "LABEL[:N]",
          .about = {"die at this step (laboratory files only)", "在此步骤崩溃（仅限实验账本）"},
          .hidden = true};
}

}  // namespace

std::vector<Command> break_commands() {
  return {
      {.path = "break list",
       .about = {"what does not fit between book and statements", "列出账本与对账单之间的差异"},
       .options = {{.name = "channel", .value = "CHANNEL", .about = {"only of this one", "只列此渠道"}},
                   {.name = "all", .about = {"also those that are over", "包括已了结的"}},
                   {.name = "limit", .value = "N", .about = {"at most so many", "最多列出"}, .fallback = "100"}},
       .examples = {{.line = "payonce break list --channel card"}},
       .run = list,
       .reads = true},
      break_show_command(),
      break_suggest_command(),
      {.path = "break propose",
       .about = {"says how it is to be ended; another person approves", "提出处理方案，由他人批准"},
       .positionals = {break_positional()},
       .options = {{.name = "action",
                    .value = "ACTION",
                    .about = {"park, write_off, fee, replay, convert or accept; break show says which fit",
                              "park、write_off、fee、replay、convert 或 accept；break show 列出可用者"},
                    .required = true},
                   reason_option(),
                   actor_option()},
       .examples = {{.line = "payonce break propose 6f1d0c2a9b3e4d57 --action park --reason \"asked the bank\" "
                             "--actor lin"}},
       .run = propose,
       .more = {{"park: into suspense (2900) until somebody knows. write_off: nobody's (5300). fee: a channel's fee "
                 "(5100).\nreplay: the step that was not taken here, by the channel's own line. convert: paid in one "
                 "currency, settled in\nanother: through the position (3100), at the rate of channel fx-rate. accept: "
                 "nothing is booked.",
                 "park：挂账（2900）。write_off：核销（5300）。fee：渠道手续费（5100）。\n"
                 "replay：据渠道明细补做本地步骤。convert：以其他币种结算，按账面汇率经外汇头寸（3100）入账。\n"
                 "accept：确认，不入账。"}}},
      {.path = "break approve",
       .about = {"approves what another proposed, and books it, once", "批准他人提出的方案并入账，只一次"},
       .positionals = {break_positional()},
       .options = {actor_option(), crash_option()},
       .examples = {{.line = "payonce break approve 6f1d0c2a9b3e4d57 --actor wang"}},
       .run = approve},
      {.path = "break withdraw",
       .about = {"takes a proposal back before anybody approved it", "撤回尚未批准的方案"},
       .positionals = {break_positional()},
       .examples = {{.line = "payonce break withdraw 6f1d0c2a9b3e4d57"}},
       .run = withdraw},
      {.path = "break match",
       .about = {"pairs a line that stands alone with a voucher that does", "人工配对：未配对明细与未配对凭证"},
       .positionals = {{.name = "line", .about = {"the break of the line", "明细的差异编号"}},
                       {.name = "item",
                        .about = {"the break of the voucher, or its number", "凭证的差异编号，或凭证号"}}},
       .options = {reason_option(), actor_option()},
       .examples = {{.line = "payonce break match 6f1d0c2a9b3e4d57 0a5be7c6d2f14893 --reason \"same buyer\""},
                    {.line = "payonce break match 6f1d0c2a9b3e4d57 PAY-2026-000042 --reason \"same amount\"",
                     .about = {"payonce break suggest lists candidates", "候选见 payonce break suggest"}}},
       .run = match},
      {.path = "break unmatch",
       .about = {"takes a pair apart again", "拆开一个配对"},
       .positionals = {{.name = "voucher", .about = {"our voucher in the pair", "配对中的本方凭证号"}}},
       .options = {reason_option(), actor_option()},
       .examples = {{.line = "payonce break unmatch PAY-2026-000042 --reason \"another buyer's\""}},
       .run = unmatch},
      {.path = "break auto",
       .about = {"lets a class of breaks be approved by rule, under two caps", "在两个上限内按规则自动批准某类差异"},
       .options = {{.name = "channel", .value = "CHANNEL", .about = {"whose breaks", "所属渠道"}, .required = true},
                   {.name = "code", .value = "CODE", .about = {"of which kind", "差异代码"}, .required = true},
                   {.name = "action", .value = "ACTION", .about = {"what is done", "处理"}, .required = true},
                   {.name = "cap", .value = "MONEY", .about = {"at most, a break", "单笔上限"}, .required = true},
                   {.name = "cap-day", .value = "MONEY", .about = {"at most, a day", "单日上限"}, .required = true},
                   actor_option()},
       .examples = {{.line = "payonce break auto --channel card --code fee_mismatch --action fee --cap \"CNY 5.00\" "
                             "--cap-day \"CNY 50.00\""}},
       .run = set_auto}};
}

}  // namespace payonce
