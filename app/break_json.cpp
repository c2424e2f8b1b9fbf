#include "app/break_behind.hpp"
#include "app/break_rows.hpp"
#include "app/commands/order_rows.hpp"
#include "app/sheet.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {

namespace rec = reconciliation;

std::vector<rec::Compared> sides_of(const BreakBehind& behind) {
  if (!behind.drill.here && !behind.drill.there) return {};
  return rec::compared(behind.drill.here.value_or(rec::Side{}), behind.drill.there.value_or(rec::Side{}));
}

/// The break itself: what lists have of it, its line as written, and the last that was done about it.
Record break_head(const rec::Break& one, const std::vector<rec::Fix>& fixes, bool whole) {
  Record record = break_row(one);
  const auto money = [&](std::string_view member, const Text& label, const std::optional<std::int64_t>& minor) {
    record.maybe(member, label, minor ? std::optional(decimal(*minor, one.currency)) : std::nullopt);
  };
  money("ours", {"here", "本地"}, one.ours);
  money("theirs", {"there", "渠道"}, one.theirs);
  record.words("meaning", {"meaning", "含义"}, rec::sentence(one.code))
      .words("advice", {"what to do", "处理"}, rec::advice(one.code))
      .text("movement", {"kind", "类型"}, one.movement)
      .text("our_id", {"our number there", "渠道所记本方单号"}, one.our_id)
      .text("told_at", {"their time", "渠道时间"}, one.at)
      .text("file", {"file", "文件"}, one.file);
  if (whole || one.line_id) record.number("file_line", {"its line", "行号"}, one.file_line);
  record.text("raw", {"as written", "原文"}, printable(one.raw))
      .text("voucher", {"voucher", "凭证"}, one.voucher)
      .text("reference", {"our number", "本方单号"}, one.reference)
      .text("item_day", {"our day", "本方日期"}, one.item_day)
      .text("closed_by", {"ended by", "了结方式"}, one.closed_by);
  if (one.closed_run) record.number("closed_run", {"ended in run", "了结于"}, *one.closed_run);
  std::string actions;
  for (const rec::Action action : rec::actions_of(one.code)) {
    actions += (actions.empty() ? "" : ", ") + std::string(name(action));
  }
  record.text("actions", {"fixes that fit", "可用处理"}, actions);
  if (!fixes.empty()) {
    const rec::Fix& last = fixes.back();
    record.text("fix", {"fix", "处理方案"}, std::string(name(last.action)) + " v" + std::to_string(last.version))
        .text("fix_state", {"its state", "方案状态"}, last.state)
        .text("proposed_by", {"proposed by", "提出人"}, last.proposed_by)
        .text("reason", {"because", "缘由"}, last.reason)
        .text("approved_by", {"approved by", "批准人"}, last.approved_by);
  }
  return record;
}

std::vector<Record> run_rows(const rec::Break& one, const rec::Drill& drill) {
  std::vector<Record> rows;
  for (const rec::Stood& stood : drill.runs) {
    const auto side = [&](const std::optional<std::int64_t>& minor) {
      return minor ? std::optional(decimal(*minor, one.currency)) : std::nullopt;
    };
    rows.push_back(Record()
                       .number("run", {"run", "对账"}, stood.run_id)
                       .text("as_of", {"up to", "截至"}, stood.as_of)
                       .text("state", {"state", "状态"}, stood.state)
                       .maybe("ours", {"here", "本地"}, side(stood.ours))
                       .maybe("theirs", {"there", "渠道"}, side(stood.theirs))
                       .text("remaining", {"left", "余额"}, decimal(stood.remaining, one.currency))
                       .time("at", {"at", "时间"}, stood.at_ns));
  }
  return rows;
}

std::vector<Record> pair_rows(const rec::Drill& drill, bool whole) {
  std::vector<Record> rows;
  for (const rec::Paired& pair : drill.pairs) {
    Record row;
    row.text("voucher", {"voucher", "凭证"}, pair.voucher)
        .text("channel_id", {"their number", "渠道单号"}, pair.channel_id)
        .text("day", {"their day", "渠道日期"}, pair.day);
    if (whole) row.text("file", {"file", "文件"}, pair.file).number("file_line", {"its line", "行号"}, pair.file_line);
    row.text("part", {"part", "部分"}, pair.part)
        .text("pass", {"found by", "依据"}, pair.pass)
        .maybe("run", {"run", "对账"}, pair.run_id ? std::optional(std::to_string(*pair.run_id)) : std::nullopt)
        .text("by", {"by", "操作人"}, pair.actor)
        .text("reason", {"because", "缘由"}, pair.reason)
        .text("ended_by", {"taken apart by", "拆开人"}, pair.ended_by)
        .text("ended_why", {"because", "拆开缘由"}, pair.ended_why);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<Record> fee_rows(const rec::Break& one, const rec::Drill& drill) {
  std::vector<Record> rows;
  for (const rec::FeeLine& fee : drill.fees) {
    rows.push_back(Record()
                       .text("channel_id", {"their number", "渠道单号"}, fee.channel_id)
                       .text("our_id", {"our number there", "渠道所记本方单号"}, fee.our_id)
                       .text("gross", {"amount", "金额"}, decimal(fee.gross, one.currency))
                       .text("fee", {"fee", "手续费"}, decimal(fee.fee, one.currency))
                       .text("booked", {"booked", "已记"}, decimal(-fee.booked, one.currency))
                       .text("voucher", {"voucher", "凭证"}, fee.voucher));
  }
  return rows;
}

std::vector<Record> message_rows(const std::vector<inbox::Heard>& messages) {
  std::vector<Record> rows;
  for (const inbox::Heard& heard : messages) {
    rows.push_back(Record()
                       .text("consumer", {"consumer", "消费者"}, heard.consumer)
                       .text("event_id", {"id", "消息号"}, heard.sender_id)
                       .text("event", {"event", "事件"}, heard.event)
                       .number("version", {"version", "版本"}, heard.version)
                       .text("told", {"told at first", "首次答复"}, heard.told)
                       .maybe("outcome", {"outcome", "结果"}, heard.outcome)
                       .time("heard_at", {"heard at", "收到时间"}, heard.heard_at_ns));
  }
  return rows;
}

std::string break_json(View& view, const rec::Break& one, const BreakBehind& behind) {
  std::string out;
  JsonWriter json(out);
  json.object();
  const Record head = break_head(one, behind.fixes, true);
  for (const Record::Field& field : head.fields()) json.name(field.name).raw(field.json);
  json.name("sides").array();
  for (const rec::Compared& side : sides_of(behind)) {
    json.object().member("field", side.field).member("here", side.here).member("there", side.there);
    json.member("differs", side.differs).end();
  }
  json.end().member("found_by", name(behind.drill.found)).name("history");
  if (behind.order) {
    json.object();
    write_order(json, view, *behind.order);
    json.end();
  } else {
    json.null();
  }
  json.name("vouchers");
  write(json, behind.vouchers);
  write_rows(json, "keys", behind.keys);
  write_rows(json, "messages", message_rows(behind.messages));
  write_rows(json, "pairs", pair_rows(behind.drill, true));
  json.member("pair_count", behind.drill.pair_count);
  write_rows(json, "runs", run_rows(one, behind.drill));
  json.member("run_count", behind.drill.run_count);
  write_rows(json, "fees", fee_rows(one, behind.drill));
  json.member("fee_count", behind.drill.fee_count);
  std::vector<Record> candidates;
  for (const rec::Suggestion& each : behind.candidates.shown) candidates.push_back(suggestion_row(each));
  write_rows(json, "candidates", candidates);
  json.member("more_candidates", behind.candidates.more).member("exit", number(ExitStatus::done)).end();
  return out + "\n";
}

}  // namespace payonce
