#include "ledger/layers/reconciliation.hpp"
#include "ledger/layers/reconciliation_breaks.hpp"

// What a person reads about a difference: its name, what it is, and what to do about it. 长款 and 短款 are used in opposite
// senses by different houses, so the words say who has what.
namespace payonce::reconciliation {

std::string_view name(Code code) {
  switch (code) {
    case Code::missing_internal: return "missing_internal";
    case Code::missing_at_channel: return "missing_at_channel";
    case Code::amount_over: return "amount_over";
    case Code::amount_under: return "amount_under";
    case Code::currency_mismatch: return "currency_mismatch";
    case Code::dup_at_channel: return "dup_at_channel";
    case Code::status_lag: return "status_lag";
    case Code::status_false_success: return "status_false_success";
    case Code::in_flight: return "in_flight";
    case Code::dup_payment: return "dup_payment";
    case Code::dup_internal: return "dup_internal";
    case Code::fee_mismatch: return "fee_mismatch";
    case Code::fee_rate: return "fee_rate";
    case Code::fx_difference: return "fx_difference";
    case Code::rounding: return "rounding";
    case Code::refund_missing_internal: return "refund_missing_internal";
    case Code::refund_missing_at_channel: return "refund_missing_at_channel";
    case Code::refund_amount: return "refund_amount";
    case Code::refund_over: return "refund_over";
    case Code::refund_unfinal: return "refund_unfinal";
    case Code::timing_cutoff: return "timing_cutoff";
    case Code::date_mismatch: return "date_mismatch";
    case Code::dispute: return "dispute";
    case Code::payout_mismatch: return "payout_mismatch";
    case Code::unidentified: return "unidentified";
    case Code::wrong_account: return "wrong_account";
    case Code::adjustment_orphan: return "adjustment_orphan";
  }
  return "";
}

Text sentence(Code code) {
  switch (code) {
    case Code::missing_internal: return {"the channel moved it, this ledger knows nothing of it", "渠道有，本地无"};
    case Code::missing_at_channel: return {"booked here, not in the channel's statement", "本地有，渠道无"};
    case Code::amount_over: return {"the channel moved more than is booked", "渠道金额高于本地"};
    case Code::amount_under: return {"the channel moved less than is booked", "渠道金额低于本地"};
    case Code::currency_mismatch: return {"the channel moved another currency", "两边币种不同"};
    case Code::dup_at_channel:
      return {"the channel moved it a second time under one reference", "渠道对同一参考号重复扣款"};
    case Code::status_lag: return {"the channel moved it, here it is not settled", "渠道已成功，本地未完成"};
    case Code::status_false_success:
      return {"booked here, and the channel says it refused", "本地记为成功，渠道称已拒绝"};
    case Code::in_flight: return {"settling just now", "正在处理中"};
    case Code::dup_payment: return {"the channel moved money twice for one payment of ours", "同一笔支付渠道收款两次"};
    case Code::dup_internal: return {"booked twice here, moved once there", "本地入账两次，渠道仅一次"};
    case Code::fee_mismatch: return {"fees are told that are not booked so", "手续费与账面不符"};
    case Code::fee_rate: return {"fees are not taken as agreed", "手续费与约定费率不符"};
    case Code::fx_difference: return {"settled in another currency, not booked so", "以其他币种结算，账面未记"};
    case Code::rounding: return {"differs by less than the smallest unit", "差额小于最小货币单位"};
    case Code::refund_missing_internal:
      return {"the channel gave money back, this ledger knows nothing of it", "渠道已退款，本地无"};
    case Code::refund_missing_at_channel:
      return {"given back here, not in the channel's statement", "本地已退款，渠道无"};
    case Code::refund_amount: return {"the channel gave back another amount", "两边退款金额不同"};
    case Code::refund_over: return {"more was given back than had been captured", "退款合计超过收款"};
    case Code::refund_unfinal: return {"not final at the channel yet", "渠道侧尚未终结"};
    case Code::timing_cutoff: return {"the same on both sides, a day apart", "两边相符，跨日一天"};
    case Code::date_mismatch: return {"the same on both sides, days apart", "两边相符，日期相差多日"};
    case Code::dispute: return {"a disputed payment is not booked as the channel tells it", "争议款项与账面不符"};
    case Code::payout_mismatch: return {"a payout is not booked as the channel tells it", "结算款与账面不符"};
    case Code::unidentified: return {"a kind of line that nobody declared", "未知类型的明细"};
    case Code::wrong_account: return {"belongs to another account at the channel", "属于渠道侧另一账户"};
    case Code::adjustment_orphan: return {"was adjusted, and came after all", "已调整，而款项其后到达"};
  }
  return {};
}

Text advice(Code code) {
  switch (code) {
    case Code::missing_internal:
      return {"find whose money it is; book it or have it given back", "查明款项归属；入账或退回"};
    case Code::missing_at_channel:
      return {"ask the channel again tomorrow; ship nothing on it twice", "次日再向渠道查询；勿据此再次发货"};
    case Code::amount_over:
    case Code::amount_under:
      return {"compare price, coupon and fee before booking the difference", "先核对金额、优惠与手续费，再处理差额"};
    case Code::currency_mismatch: return {"do not compare the numbers; ask the channel", "勿比较数值；请询问渠道"};
    case Code::dup_at_channel: return {"have the second movement given back by the channel", "请渠道退回多扣的一笔"};
    case Code::status_lag: return {"payonce recover", "运行 payonce recover"};
    case Code::status_false_success: return {"stop the delivery; a person decides", "暂停发货；由人工处理"};
    case Code::in_flight: return {"nothing; ask again later", "无需处理；稍后再对"};
    case Code::dup_payment: return {"give the later one back; park it until then", "退回较晚的一笔；在此之前挂账"};
    case Code::dup_internal: return {"a mistake of ours: a person reverses one", "本方差错：由人工冲销其一"};
    case Code::fee_mismatch: return {"compare the rate; book the difference as a fee", "核对费率；差额记手续费"};
    case Code::fee_rate: return {"claim it from the channel, or correct the rate", "向渠道追索，或更正费率"};
    case Code::fx_difference: return {"convert: book what was settled", "convert：按结算额入账"};
    case Code::rounding: return {"nothing", "无需处理"};
    case Code::refund_missing_internal:
      return {"find who refunded it at the channel; park it", "查明在渠道侧退款者；先挂账"};
    case Code::refund_missing_at_channel: return {"wait a day, then ask the channel", "等一日再向渠道查询"};
    case Code::refund_amount: return {"a person compares the two", "由人工核对"};
    case Code::refund_over: return {"claim the excess back", "追回多退部分"};
    case Code::refund_unfinal: return {"wait for its end", "等待终结"};
    case Code::timing_cutoff: return {"nothing: the cut-off fell between", "无需处理：日切所致"};
    case Code::date_mismatch: return {"look whether the day was booked right, then accept it", "核对记账日期后确认"};
    case Code::dispute: return {"payonce dispute open, or park it", "payonce dispute open，或挂账"};
    case Code::payout_mismatch: return {"payonce payout, or park what is left", "payonce payout，或将余额挂账"};
    case Code::unidentified: return {"park it until somebody knows", "挂账，待查明"};
    case Code::wrong_account: return {"import it for its own account, then accept it", "按所属账户导入后确认"};
    case Code::adjustment_orphan: return {"take the adjustment back: park the opposite", "冲回调整：反向挂账"};
  }
  return {};
}

std::optional<Code> code_named(std::string_view wanted) {
  for (std::size_t at = 0; at < code_count; ++at) {
    if (name(static_cast<Code>(at)) == wanted) return static_cast<Code>(at);
  }
  return std::nullopt;
}

std::string_view name(Conclusion conclusion) {
  switch (conclusion) {
    case Conclusion::clean: return "clean";
    case Conclusion::findings: return "findings";
    case Conclusion::cannot_say: return "cannot_say";
  }
  return "";
}

Text sentence(Conclusion conclusion) {
  switch (conclusion) {
    case Conclusion::clean: return {"every law holds and both sides agree", "所有规则成立，两边一致"};
    case Conclusion::findings: return {"something does not add up", "存在差异"};
    case Conclusion::cannot_say: return {"not everything could be compared", "有内容未能核对"};
  }
  return {};
}

}  // namespace payonce::reconciliation
