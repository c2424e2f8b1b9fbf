#include "ledger/statements/bills/balance_chain.hpp"
#include "ledger/statements/bills/bills.hpp"
#include "ledger/statements/bills/chinese.hpp"
#include "ledger/statements/bills/layouts.hpp"
#include "ledger/statements/bills/wechat_summary.hpp"

namespace payonce::statements {
namespace {

using enum wechat_fund::Of;

Movement movement_of(std::string_view kind) {
  const auto says = [&](std::string_view word) { return kind.find(word) != std::string_view::npos; };
  if (says("手续费")) return Movement::fee;
  if (says("退款")) return Movement::refund;
  if (says("提现")) return Movement::payout;
  if (says("交易") || says("支付") || says("收款")) return Movement::sale;
  if (says("充值") || says("转账") || says("分账")) return Movement::other;
  return Movement::unidentified;
}

/// The fund bill (reconciliation.md 2.4): each movement of one account's balance; fees and their return are rows of their own.
class WechatFund {
 public:
  WechatFund(std::istream& in, const Sink& sink) : sheet_(in, Format::wechat_fund, sink, CsvRows::Cells::ticked) {
    sheet_.head.zone = china;
    sheet_.head.currency = yuan();
  }

  Reading run() {
    bool header = false;
    while (!header && sheet_.next()) {
      header = sheet_.is_header(wechat_fund::layout());
      if (!header) sheet_.broke(FileBreak::file_corrupted, {"stands before the header", "出现在表头之前"});
    }
    if (!header) return sheet_.no_header();
    while (sheet_.next()) {
      if (!summary_.takes(sheet_) && sheet_.is_whole()) take();
    }
    summary_.check_complete(sheet_);
    if (summary_.complete()) compare();
    chain_.finish(sheet_);
    return sheet_.finish();
  }

 private:
  void take() {
    const Currency money = yuan();
    Line line{.currency = money, .fee = Exact(0, money)};
    Exact left;
    std::string flow_no;
    std::string voucher_no;
    if (!sheet_.amount(amount, money, line.gross) || !sheet_.amount(balance, money, left)) return;
    if (!sheet_.id(flow, flow_no) || !sheet_.id(trade, line.channel_id) || !sheet_.id(voucher, voucher_no)) return;
    if (!sheet_.time(time, seconds_, line.at)) return;
    const std::string_view way = sheet_.cell(direction);
    const bool outgoing = way == "支出";
    if (!outgoing && way != "收入") {
      sheet_.corrupted(direction, way);
      return;
    }
    if (outgoing) line.gross = line.gross.negated();
    line.kind = sheet_.cell(kind);
    line.movement = movement_of(line.kind);
    if (line.movement == Movement::unidentified) line.movement = movement_of(sheet_.cell(wechat_fund::name));
    line.our_id = voucher_no;
    line.details = sheet_.cell(remark);
    // One business number has several flows, and a flow may have a fee beside it.
    line.key = "wechat_fund:" + flow_no + ":" + line.channel_id + ":" + line.kind;
    chain_.take(sheet_.row().line, line.gross, left);
    ++(outgoing ? outs_ : ins_);
    add(outgoing ? went_ : came_, outgoing ? line.gross.negated() : line.gross);
    sheet_.give(std::move(line));
  }

  void compare() {
    sheet_.compare_count({"rows", "资金流水总笔数"}, *summary_.sum("资金流水总笔数"), sheet_.head.lines);
    count("收入笔数", ins_);
    count("支出笔数", outs_);
    sheet_.compare({"incoming", "收入金额"}, summary_.sum("收入金额").value_or(""), came_);
    sheet_.compare({"outgoing", "支出金额"}, summary_.sum("支出金额").value_or(""), went_);
  }

  void count(const char* zh, std::uint64_t ours) {
    const auto stated = summary_.sum(zh).value_or("");
    if (count_of(stated) == ours) return;
    const std::string said(stated.substr(0, 40));
    const std::string counted = std::to_string(ours);
    sheet_.broke(FileBreak::file_control_total,
                 {"the file says " + std::string(zh) + " " + said + ", it holds " + counted,
                  std::string(zh) + "：文件载 " + said + "，明细为 " + counted});
  }

  Sheet sheet_;
  WechatSummary summary_{"资金流水总笔数"};
  BalanceChain chain_;
  const DatePattern seconds_ = *DatePattern::parse("yyyy-MM-dd HH:mm:ss");
  std::uint64_t ins_ = 0;
  std::uint64_t outs_ = 0;
  Exact came_{0, yuan()};
  Exact went_{0, yuan()};
};

}  // namespace

Reading read_wechat_fund(std::istream& in, const Sink& sink) { return WechatFund(in, sink).run(); }

}  // namespace payonce::statements
