#include "ledger/statements/bills/bills.hpp"
#include "ledger/statements/bills/chinese.hpp"
#include "ledger/statements/bills/layouts.hpp"
#include "ledger/statements/bills/wechat_summary.hpp"

namespace payonce::statements {
namespace {

using enum wechat_trade::Of;

/// ALL, SUCCESS and REFUND, with today's columns or the older ones (reconciliation.md 2.3). A row with a refund's number is a
/// refund: its time is that of acceptance, its status as it was when the bill was made. Fees have five decimals and are
/// negative where they came back.
class WechatTrade {
 public:
  WechatTrade(std::istream& in, const Sink& sink) : sheet_(in, Format::wechat_trade, sink, CsvRows::Cells::ticked) {
    sheet_.head.zone = china;
  }

  Reading run() {
    bool header = false;
    while (!header && sheet_.next()) {
      header = sheet_.is_header(wechat_trade::layout());
      if (!header) sheet_.broke(FileBreak::file_corrupted, {"stands before the header", "出现在表头之前"});
    }
    if (!header) return sheet_.no_header();
    while (sheet_.next()) {
      if (!summary_.takes(sheet_) && sheet_.is_whole()) take();
    }
    summary_.check_complete(sheet_);
    if (summary_.complete()) compare();
    return sheet_.finish();
  }

 private:
  void take() {
    const auto money = sheet_.currency(currency, "CNY");
    if (!money) return;
    if (!sheet_.head.currency) sheet_.head.currency = *money;
    if (!(*sheet_.head.currency == *money)) mixed_ = true;
    Line line{.currency = *money};
    Exact paid;
    Exact back;
    Exact coupon;
    Exact whole;
    Exact asked;
    if (!sheet_.amount(settled, *money, paid) || !sheet_.amount(refund, *money, back)) return;
    if (!sheet_.amount(coupon_refund, *money, coupon) || !sheet_.amount(whole_amount, *money, whole)) return;
    if (!sheet_.amount(asked_refund, *money, asked) || !sheet_.amount(fee, *money, line.fee)) return;
    std::string transaction_id;
    std::string order_id;
    std::string back_id;
    std::string back_order;
    if (!sheet_.id(transaction, transaction_id) || !sheet_.id(order, order_id)) return;
    if (!sheet_.id(refund_id, back_id) || !sheet_.id(refund_order, back_order)) return;
    if (!sheet_.time(time, seconds_, line.at)) return;
    if (back_id == "0") back_id.clear();  // a sale has zeros for its refund in older bills
    if (back_order == "0") back_order.clear();
    line.kind = sheet_.cell(state);
    const bool is_refund = !back_id.empty() || !back_order.empty() || line.kind == "REFUND" || line.kind == "REVOKED";
    if (is_refund) {
      line.movement = Movement::refund;
      line.gross = back.units() > 0 ? back.negated() : back;  // older bills have the minus themselves
      line.channel_id = back_id;
      line.our_id = back_order.empty() ? order_id : back_order;
      line.parent_id = transaction_id;
      line.status = sheet_.cell(refund_state);
    } else {
      if (line.kind == "SUCCESS") line.movement = Movement::sale;
      line.gross = paid;
      line.channel_id = transaction_id;
      line.our_id = order_id;
      line.status = line.kind;
    }
    const std::string& id = line.channel_id.empty() ? line.our_id : line.channel_id;
    line.key = "wechat:" + id + ":" + std::string(name(line.movement));
    line.account = sheet_.cell(account);
    line.counterparty = sheet_.cell(payer);
    line.details = sheet_.cell(subject);
    if (sheet_.head.account.empty()) sheet_.head.account = line.account;
    if (!is_refund) add(sales_, paid);
    add(settled_, paid);
    add(refunded_, back);
    add(coupons_, coupon);
    add(fees_, line.fee);
    add(whole_, whole);
    add(asked_, asked);
    sheet_.give(std::move(line));
  }

  void compare() {
    if (mixed_) {
      sheet_.broke(FileBreak::file_mixed_currency, {"one sum over several currencies", "不同币种合计为一数"});
      return;
    }
    sheet_.compare_count({"rows", "总交易单数"}, *summary_.sum("总交易单数"), sheet_.head.lines);
    // In a bill of refunds this column repeats the amounts of their sales, which its sum may leave out.
    for (const char* name : {"应结订单总金额", "总交易额"}) {
      const auto stated = summary_.sum(name);
      if (stated && !same(*stated, sales_)) sheet_.compare({"settled amount", name}, *stated, settled_);
    }
    against("退款总金额", "refunds", refunded_);
    against("总退款金额", "refunds", refunded_);
    against("充值券退款总金额", "coupons given back", coupons_);
    against("订单总金额", "whole amount", whole_);
    against("申请退款总金额", "refunds asked for", asked_);
    against("手续费总金额", "fees", fees_, true);
  }

  [[nodiscard]] bool same(std::string_view stated, const Exact& ours) const {
    const auto read = Exact::parse("sum", stated, sheet_.head.currency.value_or(yuan()), {'.', ','});
    return read && *read == ours;
  }

  void against(std::string_view zh, std::string_view en, const Exact& ours, bool rounded = false) {
    const auto stated = summary_.sum(zh);
    if (stated) sheet_.compare({std::string(en), std::string(zh)}, *stated, ours, rounded);
  }

  Sheet sheet_;
  WechatSummary summary_{"总交易单数"};
  const DatePattern seconds_ = *DatePattern::parse("yyyy-MM-dd HH:mm:ss");
  bool mixed_ = false;
  Exact sales_;
  Exact settled_;
  Exact refunded_;
  Exact coupons_;
  Exact fees_;
  Exact whole_;
  Exact asked_;
};

}  // namespace

Reading read_wechat_trade(std::istream& in, const Sink& sink) { return WechatTrade(in, sink).run(); }

}  // namespace payonce::statements
