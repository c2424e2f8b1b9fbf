#include "ledger/statements/bills/alipay_frame.hpp"
#include "ledger/statements/bills/balance_chain.hpp"
#include "ledger/statements/bills/bills.hpp"
#include "ledger/statements/bills/layouts.hpp"

namespace payonce::statements {
namespace {

using enum alipay_account::Of;

Movement movement_of(std::string_view kind) {
  const auto says = [&](std::string_view word) { return kind.find(word) != std::string_view::npos; };
  // 退费 gives a fee back; it stands before 退款, and 收费 before 收款.
  if (says("收费") || says("服务费") || says("退费") || says("手续费")) return Movement::fee;
  if (says("退款")) return Movement::refund;
  if (says("提现")) return Movement::payout;
  if (says("在线支付") || says("交易") || says("收款")) return Movement::sale;
  if (says("转账") || says("充值")) return Movement::other;
  return Movement::unidentified;
}

/// 账务明细 (reconciliation.md 2.2): each movement of the balance, fees as rows of their own, newest or oldest first.
class AlipayAccount {
 public:
  AlipayAccount(std::istream& in, const Sink& sink) : frame_(in, Format::alipay_account, sink) {}

  Reading run() {
    return frame_.run(
        alipay_account::layout(), [&] { take(); },
        [&](std::string_view note) {
          if (!chained_) chain_.finish(frame_.sheet);
          chained_ = true;
          footnote(note);
        });
  }

 private:
  void take() {
    Sheet& sheet = frame_.sheet;
    const Currency currency = yuan();
    const Exact zero(0, currency);
    Exact came;
    Exact went;
    Exact left;
    Line line{.currency = currency, .fee = zero};
    if (!sheet.amount(in, currency, came) || !sheet.amount(out, currency, went)) return;
    if (!sheet.amount(balance, currency, left) || !sheet.time(time, frame_.seconds, line.at)) return;
    std::string flow_no;
    if (!sheet.id(flow, flow_no) || !sheet.id(trade, line.channel_id) || !sheet.id(order, line.our_id)) return;
    if (came.units() != 0 && went.units() != 0) {
      sheet.corrupted(out, sheet.cell(out));
      return;
    }
    // 支出 is printed with its minus and, by older files, without it.
    const bool outgoing = went.units() != 0;
    line.gross = outgoing ? (went.units() > 0 ? went.negated() : went) : came;
    line.kind = sheet.cell(kind);
    line.movement = movement_of(line.kind);
    if (line.movement == Movement::sale && outgoing) line.movement = Movement::other;  // we paid, or shared with others
    line.key = "alipay_flow:" + flow_no;
    line.account = sheet.head.account;
    line.counterparty = sheet.cell(other_side);
    line.details = sheet.cell(subject);
    chain_.take(sheet.row().line, line.gross, left);
    ++(outgoing ? outs_ : ins_);
    add(outgoing ? went_ : came_, line.gross);
    sheet.give(std::move(line));
  }

  /// "#支出合计：1笔，共-10.00元", "#收入合计：2笔，共20.00元"
  void footnote(std::string_view note) {
    const bool outgoing = note.starts_with("#支出合计");
    if (!outgoing && !note.starts_with("#收入合计")) return;
    frame_.totals_seen();
    Sheet& sheet = frame_.sheet;
    std::string sum(between(note, "共", "元"));
    if (outgoing && !sum.empty() && sum.front() != '-' && went_.units() != 0) sum.insert(0, "-");
    sheet.compare_count(outgoing ? Text{"outgoing", "支出笔数"} : Text{"incoming", "收入笔数"},
                        count_behind_colon(note), outgoing ? outs_ : ins_);
    sheet.compare(outgoing ? Text{"outgoing", "支出"} : Text{"incoming", "收入"}, sum, outgoing ? went_ : came_);
  }

  AlipayFrame frame_;
  BalanceChain chain_;
  bool chained_ = false;
  std::uint64_t ins_ = 0;
  std::uint64_t outs_ = 0;
  Exact came_{0, yuan()};
  Exact went_{0, yuan()};
};

}  // namespace

Reading read_alipay_account(std::istream& in, const Sink& sink) { return AlipayAccount(in, sink).run(); }

}  // namespace payonce::statements
