#include "ledger/statements/bills/alipay_frame.hpp"
#include "ledger/statements/bills/bills.hpp"
#include "ledger/statements/bills/layouts.hpp"

namespace payonce::statements {
namespace {

using enum alipay_trade::Of;

/// 业务明细 (reconciliation.md 2.1). A refund repeats both ids of its sale; its own is that of the refund request, which the
/// merchant gave it. What reaches us is 商家实收 with 服务费 and 分润, signs as printed.
class AlipayTrade {
 public:
  AlipayTrade(std::istream& in, const Sink& sink) : frame_(in, Format::alipay_trade, sink) {}

  Reading run() {
    return frame_.run(
        alipay_trade::layout(), [&] { take(); }, [&](std::string_view note) { footnote(note); });
  }

 private:
  void take() {
    Sheet& sheet = frame_.sheet;
    const Currency currency = yuan();
    Exact service;
    Exact shared;
    Line line{.currency = currency};
    if (!sheet.amount(received, currency, line.gross) || !sheet.amount(fee, currency, service)) return;
    if (!sheet.amount(share, currency, shared) || !sheet.time(finished, frame_.seconds, line.at)) return;
    std::string trade_no;
    std::string order_no;
    std::string refund_no;
    if (!sheet.id(trade, trade_no) || !sheet.id(order, order_no) || !sheet.id(refund, refund_no)) return;
    line.kind = sheet.cell(kind);
    if (line.kind == "交易") line.movement = Movement::sale;
    if (line.kind == "退款") line.movement = Movement::refund;
    add(service, shared);
    line.fee = service.negated();
    if (line.movement == Movement::refund) {
      line.our_id = refund_no.empty() ? order_no : refund_no;
      line.parent_id = trade_no;
    } else {
      line.our_id = order_no;
      line.channel_id = trade_no;
    }
    line.key = "alipay:" + trade_no + ":" + refund_no + ":" + std::string(name(line.movement));
    line.account = sheet.head.account;
    line.counterparty = sheet.cell(payer);
    line.details = sheet.cell(subject);
    const bool back = line.movement == Movement::refund;
    ++(back ? refunds_ : sales_);
    add(back ? refunded_ : sold_, line.gross);
    sheet.give(std::move(line));
  }

  /// "#交易合计：2笔，商家实收共30.00元，…", "#退款合计：1笔，商家实收退款共-5.00元，…"
  void footnote(std::string_view note) {
    Sheet& sheet = frame_.sheet;
    const bool sale = note.starts_with("#交易合计");
    if (!sale && !note.starts_with("#退款合计")) return;
    frame_.totals_seen();
    std::string_view sum = sale ? between(note, "商家实收共", "元") : between(note, "退款共", "元");
    if (sum.empty()) sum = between(note, "共", "元");  // as older bills have it
    sheet.compare_count(sale ? Text{"sales", "交易笔数"} : Text{"refunds", "退款笔数"}, count_behind_colon(note),
                        sale ? sales_ : refunds_);
    sheet.compare(sale ? Text{"received", "商家实收"} : Text{"refunded", "退款金额"}, sum, sale ? sold_ : refunded_);
  }

  AlipayFrame frame_;
  std::uint64_t sales_ = 0;
  std::uint64_t refunds_ = 0;
  Exact sold_{0, yuan()};
  Exact refunded_{0, yuan()};
};

}  // namespace

Reading read_alipay_trade(std::istream& in, const Sink& sink) { return AlipayTrade(in, sink).run(); }

}  // namespace payonce::statements
