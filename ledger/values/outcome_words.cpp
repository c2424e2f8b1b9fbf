#include "ledger/values/outcome.hpp"

namespace payonce {

Text sentence(Outcome outcome) {
  switch (outcome) {
    case Outcome::key_reused:
      return {"this key was used for another request; use a new key", "此幂等键已用于另一个请求；请换新键"};
    case Outcome::reference_reused:
      return {"this reference stands for another fact; nothing was moved", "此业务号已对应另一笔事实；未发生任何变动"};
    case Outcome::key_expired:
      return {"this key is past its retention; look the payment up, then use a new key",
              "此幂等键已过保留期；请先查询该笔支付，再用新键"};
    case Outcome::response_gone:
      return {"this key is done, but its answer was too large to keep", "此幂等键已完成，但应答过大未保留"};
    case Outcome::in_progress: return {"not over yet; ask again with the same key", "处理中；请稍后用同一个键重试"};
    case Outcome::lease_held: return {"somebody else holds this lease", "此租约锁由他人持有"};
    case Outcome::lease_lost:
      return {"the lease is not held any more under this fence; nothing was moved",
              "此栅栏号下的租约已不再持有；未发生任何变动"};
    case Outcome::token_refused:
      return {"the token does not permit this; nothing was moved", "令牌不允许此操作；未发生任何变动"};
    case Outcome::later:
      return {"the same was asked a moment ago under another key; ask again shortly",
              "片刻前已有同样的请求（另一个键）；请稍后再试"};
    case Outcome::outcome_unknown:
      return {"the channel has not said whether it happened; ask again with the same key",
              "渠道尚未确认是否成功；请稍后用同一个键重试"};
    case Outcome::unavailable:
      return {"nothing happened: the channel could not be reached; ask again", "未发生任何扣款：渠道不可达；请重试"};
    case Outcome::order_unknown: return {"there is no such order", "没有这个订单"};
    case Outcome::account_unknown: return {"there is no such account", "没有这个账户"};
    case Outcome::channel_unknown: return {"there is no such channel", "没有这个渠道"};
    case Outcome::sku_unknown: return {"there is no such SKU in stock", "库存中没有这个 SKU"};
    case Outcome::amount_mismatch: return {"the amount or its currency does not fit", "金额或币种不符"};
    case Outcome::version_mismatch: return {"it has changed since that version", "自该版本后已变化"};
    case Outcome::out_of_order: return {"the order's state does not allow this step", "订单当前状态不允许此操作"};
    case Outcome::over_refund: return {"more than is left to refund", "超过可退金额"};
    case Outcome::over_capture: return {"more than is held and not captured yet", "超过尚可请款的冻结金额"};
    case Outcome::period_closed:
      return {"the books of this day are closed; nothing was moved; ask again when a day is open",
              "当日账期已关闭；未发生任何变动；请待账期开放后重试"};
    case Outcome::out_of_stock: return {"not enough is in stock; nothing was taken", "库存不足；未占用任何库存"};
    case Outcome::coupon_refused:
      return {"the coupon cannot be used; nothing was taken", "优惠券不可用；未占用任何库存"};
    case Outcome::already_paid: return {"paid already; nothing was moved again", "已支付；未重复扣款"};
    case Outcome::declined: return {"the answer was no; nothing was moved", "被拒绝；未扣款"};
    case Outcome::paid: return {"paid", "已支付"};
    case Outcome::refunded: return {"refunded", "已退款"};
    case Outcome::authorised: return {"the money is held", "款项已冻结"};
    case Outcome::captured: return {"captured", "已请款"};
    case Outcome::voided: return {"what was held is free", "冻结款项已释放"};
    case Outcome::booked: return {"booked", "已入账"};
    case Outcome::already_booked: return {"booked already; nothing was moved again", "已入账；未重复入账"};
    case Outcome::created: return {"created", "已创建"};
    case Outcome::cancelled: return {"cancelled", "已取消"};
    case Outcome::closing: return {"an attempt outside is still open", "仍有渠道请求未决"};
    case Outcome::shipped: return {"shipped", "已发货"};
    case Outcome::already_done: return {"done already; nothing changed", "早已完成；未做改动"};
    case Outcome::issued: return {"issued", "已签发"};
    case Outcome::acquired: return {"acquired", "已取得"};
    case Outcome::renewed: return {"renewed", "已续期"};
    case Outcome::released: return {"released", "已释放"};
    case Outcome::performed: return {"performed", "已执行"};
    case Outcome::rejected: return {"rejected", "被回绝"};
    case Outcome::resolved: return {"resolved", "已认定"};
    case Outcome::altered:
      return {"this message is known with other content; nothing changed, a person must look: payonce parked list",
              "此消息已知，但内容不同；未做改动，需人工处理：payonce parked list"};
    case Outcome::parked:
      return {"cannot be applied; kept whole for a person: payonce parked list",
              "无法应用；已完整保留待人工处理：payonce parked list"};
    case Outcome::early:
      return {"kept: what it needs is not here yet; it is tried again when that comes",
              "已保留：所需的尚未到来；到来后会再试"};
    case Outcome::out_of_date: return {"something newer was seen; nothing changed", "已见到更新的；未做改动"};
    case Outcome::skipped:
      return {"taken, and skipped: the order has no place for it any more", "已收下并跳过：订单已不容此步"};
    case Outcome::applied: return {"applied", "已应用"};
  }
  return {};
}

}  // namespace payonce
