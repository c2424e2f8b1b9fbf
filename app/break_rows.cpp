#include "app/break_rows.hpp"

#include "app/sheet.hpp"
#include "ledger/orders/stored.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {

namespace rec = reconciliation;

Record break_row(const rec::Break& one) {
  Record record;
  record.text("break", {"break", "差异"}, one.id)
      .text("code", {"code", "代码"}, std::string(name(one.code)))
      .text("channel", {"channel", "渠道"}, one.channel)
      .text("day", {"day", "日期"}, one.day)
      .text("channel_id", {"their number", "渠道单号"}, one.channel_id.empty() ? one.item_channel_id : one.channel_id)
      .text("order", {"order", "订单"}, one.order)
      .money("difference", {"difference", "差额"}, orders::stored_money(one.difference, one.currency))
      .money("remaining", {"left", "余额"}, orders::stored_money(one.open() ? one.remaining() : 0, one.currency))
      .number("first_run", {"first run", "首次"}, one.first_run)
      .truth("open", {"open", "未决"}, one.open());
  return record;
}

rec::Break break_of(Context& context, const std::string& field, const std::string& id) {
  auto found = context.ledger().store().reading([&](View& view) { return rec::find_break(view, id); });
  if (!found) throw Problem(ExitStatus::refused, {field, {"there is no such break", "没有这个差异"}});
  return *std::move(found);
}

Record suggestion_row(const rec::Suggestion& one) {
  Record record;
  record.text("line", {"line", "明细"}, one.line_break)
      .text("channel_id", {"their number", "渠道单号"}, one.channel_id)
      .text("our_id", {"our number there", "渠道所记本方单号"}, one.our_id)
      .text("line_day", {"their day", "渠道日期"}, one.line_day)
      .text("line_kind", {"kind there", "渠道类型"}, one.movement)
      .money("theirs", {"there", "渠道"}, orders::stored_money(one.gross, one.line_currency))
      .text("item", {"item", "本地差异"}, one.item_break)
      .text("voucher", {"voucher", "凭证"}, one.voucher)
      .text("order", {"order", "订单"}, one.order)
      .text("item_day", {"our day", "本地日期"}, one.item_day)
      .text("item_kind", {"kind here", "本地类型"}, one.item_movement)
      .money("ours", {"here", "本地"}, orders::stored_money(one.amount, one.currency))
      .truth("same_number", {"same number", "单号相同"}, one.same_number)
      .number("days_apart", {"days apart", "相差天数"}, one.days_apart)
      .text("command", {"to pair them", "配对命令"}, one.command());
  return record;
}

std::string suggestions_text(const Context& context, const rec::Suggestions& all) {
  std::string out;
  std::string line;
  for (const rec::Suggestion& one : all.shown) {
    if (one.line_break != line) {
      line = one.line_break;
      const std::string number = one.channel_id.empty() ? one.our_id : one.channel_id;
      out += (out.empty() ? "" : "\n") +
             printable(one.line_day + "  " + one.movement + "  " + decimal(one.gross, one.line_currency) + " " +
                       one.line_currency + "  " + number) +
             "\n";
    }
    const std::string of = one.order.empty() ? "" : " (" + one.order + ")";
    out += "  " +
           printable(one.voucher + of + "  " + one.item_day + "  " + one.item_movement + "  " +
                     decimal(one.amount, one.currency) + " " + one.currency + "  ") +
           context.said(one.because()) + "\n    " + one.command() + "\n";
  }
  if (all.more) out += context.said({"and there are more", "另有更多"}) + "\n";
  return out;
}

}  // namespace payonce
