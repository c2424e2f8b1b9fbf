#include "ledger/values/reason.hpp"

#include <array>

namespace payonce {
namespace {

struct Entry {
  std::string_view reason;
  std::string_view en;
  std::string_view zh;
};

constexpr std::array entries = {
    Entry{"route", "this key was used for another command; use a new key", "此幂等键已用于另一种命令；请换新键"},
    Entry{"target", "this key was used for another order or account; use a new key",
          "此幂等键已用于另一个订单或账户；请换新键"},
    Entry{"body", "this key was used with another amount, channel, reference or version; use a new key",
          "此幂等键已用于不同的金额、渠道、业务号或版本；请换新键"},
    Entry{"given_up", "too many holders of this key died; a person must look: payonce key resolve",
          "此键的多个处理者均已中断；需人工处理：payonce key resolve"},
    Entry{"claim_lost", "another process went on with this key meanwhile; ask again",
          "期间已由另一进程接手此键；请重试"},
    Entry{"attempt_open", "another payment of this order is under way", "此订单的另一笔支付正在处理"},
    Entry{"amount", "the order is over another amount, which is shown", "订单金额与请求不同，已显示订单金额"},
    Entry{"currency", "the currency is not that of the order or of the account", "币种与订单或账户不符"},
    Entry{"amount_overflow", "the balance would pass what the book can hold", "余额将超出账本可记录的上限"},
    Entry{"amount_left", "more than is left to refund; what is left is shown", "超过可退金额；已显示剩余可退金额"},
    Entry{"other_amount", "this reference stands for a refund of another amount, which is shown; nothing was moved",
          "此业务号已对应另一金额的退款（已显示）；未发生任何变动"},
    Entry{"other_accounts_or_amount",
          "this reference stands for another amount or other accounts, see its voucher; nothing was moved",
          "此业务号已对应其他金额或账户，见所示凭证；未发生任何变动"},
    Entry{"version", "it has changed since that version; the one that stands is shown",
          "自该版本后已变化；已显示现行版本"},
    Entry{"token_unknown", "nobody was issued this token, or it is long past its retention",
          "没有签发过此令牌，或其保留期早已过"},
    Entry{"token_expired", "this token has expired; nothing was moved, ask for another",
          "此令牌已过期；未发生任何变动，请重新获取"},
    Entry{"token_used", "this token was used already, for the voucher shown; nothing was moved again",
          "此令牌已用于所示凭证；未重复变动"},
    Entry{"token_used_in_vain", "this token was used already, and nothing was moved then; ask for another",
          "此令牌已使用，当时未发生变动；请重新获取"},
    Entry{"token_in_use", "this token is in use by a request that is under way; ask again with its key",
          "此令牌正被一个处理中的请求使用；请用那个键重试"},
    Entry{"token_of_another_user", "this token was issued to another user", "此令牌签发给了另一用户"},
    Entry{"token_for_another_target", "this token was issued for another command, order or account",
          "此令牌是为另一命令、订单或账户签发的"},
    Entry{"fence", "the lease has passed to somebody else; nothing was moved", "租约已转归他人；未发生任何变动"},
    Entry{"lease_had_ended", "the lease had ended before, and nobody took it: what was done under it stands",
          "租约先前已到期但无人接手：其间所做仍然有效"},
    Entry{"callers_function", "a caller's own function was begun under this key: that program asks what became of it",
          "此键下启动了调用方自己的函数：由该程序查询其结果"},
    Entry{"insufficient_funds", "the balance does not cover it; nothing was moved", "余额不足；未扣款"},
    Entry{"account_closed", "the account is closed; nothing was moved", "账户已关闭；未扣款"},
    Entry{"channel_declined", "the channel said no; nothing was moved", "渠道拒绝；未扣款"},
    Entry{"refund_declined", "the channel refused the refund; the money stays with the payee",
          "渠道拒绝退款；款项仍在收款方"},
    Entry{"channel_unreached", "the request did not reach the channel; ask again with the same key",
          "请求未到达渠道；请用同一个键重试"},
    Entry{"channel_knows_nothing", "the channel knows nothing of it, and was not asked again; ask again",
          "渠道查无此单，也未再次请求；请重试"},
    Entry{"channel_amount_differs", "the channel names another amount than was asked for; a person must look",
          "渠道所报金额与请求不同；需人工核对"},
    Entry{"not_written_down",
          "the channel was asked, and what it said could not be written down; ask again with the same key",
          "已请求渠道，但结果未能写入；请用同一个键重试"},
    Entry{"channel_txn_known", "the channel names a number it used before; a person must look",
          "渠道流水号重复；需人工核对"},
    Entry{"second_payment_to_return", "paid already; the channel took the money a second time, and it goes back",
          "已支付；渠道重复扣款，款项将退回"},
    Entry{"late_payment_to_return", "the channel took the money too late: it is booked and goes back",
          "渠道扣款过迟：已入账，款项将退回"},
    Entry{"refund_under_way", "this refund is under way; ask again with its own key",
          "此退款正在处理；请用原来的键重试"},
    Entry{"order_exists_with_other_terms", "an order of this number exists with other terms",
          "已有同号订单，但条款不同"},
    Entry{"order_exists", "this very order exists already; nothing changed", "该订单已存在；未做改动"},
    Entry{"sku", "there is no such SKU in stock; nothing was taken", "库存中没有这个 SKU；未占用任何库存"},
    Entry{"sold_out", "not that many are left; how many are is shown; nothing was taken",
          "库存不足，已显示剩余；未占用任何库存"},
    Entry{"promised", "more is promised to orders than would be left", "订单已预留的数量多于调整后的库存"},
    Entry{"quantity_overflow", "more than a stock can hold", "超出库存可记录的上限"},
    Entry{"stock_version", "the stock has changed since that version", "库存自该版本后已变化"},
    Entry{"other_goods", "this reference stands for other goods or another quantity; nothing was moved",
          "此业务号已对应其他货物或数量；未发生任何变动"},
    Entry{"moved_before", "this reference was booked before; the stock did not move again",
          "此业务号早已入账；库存未再变动"},
    Entry{"returned_before", "these goods came back before; the stock did not move again",
          "此退货早已入账；库存未再变动"},
    Entry{"shipped_before", "this parcel was shipped before; nothing leaves again", "此包裹早已发出；未重复发货"},
    Entry{"partly_shipped", "this part is shipped; the rest of the order waits", "此部分已发货；其余待发"},
    Entry{"no_such_line", "the order has no such line", "订单没有这一行"},
    Entry{"more_than_left_to_ship", "more than is left to ship of this line", "超过此行待发数量"},
    Entry{"more_than_left", "more than was sold of this line and has not come back", "超过此行已售且未退回的数量"},
    Entry{"coupon_unknown", "there is no such coupon; nothing was taken", "没有这个优惠券；未占用任何库存"},
    Entry{"coupon_used_up", "the coupon is used up; nothing was taken", "优惠券已用完；未占用任何库存"},
    Entry{"coupon_used_before", "this buyer has used the coupon; nothing was taken",
          "此买方已用过该优惠券；未占用任何库存"},
    Entry{"coupon_currency", "the coupon is of another currency; nothing was taken", "优惠券币种不符；未占用任何库存"},
    Entry{"coupon_covers_all", "the coupon would leave nothing to pay; nothing was taken",
          "使用该优惠券后应付为零，不予创建；未占用任何库存"},
    Entry{"balance_is_that", "the balance is that already; nothing changed", "余额已为此数；未做改动"},
    Entry{"buyer", "there is no such account: the buyer's", "没有这个账户：买方"},
    Entry{"payee", "there is no such account: the payee's", "没有这个账户：收款方"},
    Entry{"to", "there is no such account: the one it goes to", "没有这个账户：转入方"},
    Entry{"created", "the order is not paid", "订单尚未支付"},
    Entry{"paying", "the order is not paid yet", "订单支付未完成"},
    Entry{"closing", "the order is being closed", "订单正在关闭"},
    Entry{"cancelled", "the order is cancelled", "订单已取消"},
    Entry{"expired", "the order's time is over", "订单已过期"},
    Entry{"held", "money is held for this order: capture it, or void the hold",
          "此订单已有冻结款项：请请款，或撤销冻结"},
    Entry{"nothing_held", "nothing is held for this order", "此订单没有冻结款项"},
    Entry{"partly_captured", "a part is captured: void the rest, then refund", "已部分请款：请先撤销剩余冻结，再退款"},
    Entry{"held_left", "more than is held and not captured yet; what is left is shown",
          "超过尚可请款的冻结金额；已显示剩余金额"},
    Entry{"operation_open", "another capture or void of this order is under way", "此订单的另一笔请款或撤销正在处理"},
    Entry{"capture_declined", "the channel refused the capture; nothing was moved", "渠道拒绝请款；未扣款"},
    Entry{"void_declined", "the channel refused to free what is held", "渠道拒绝释放冻结款项"},
    Entry{"hold_to_free", "the channel held the money too late: it is freed", "渠道冻结过迟：将予以释放"},
    Entry{"weaker_evidence", "this contradicts what a stronger source has said; the channel is asked",
          "与更可靠的来源相矛盾；将向渠道查询"},
    Entry{"nothing_to_review", "nothing of it waits for a person", "没有需人工处理的事项"},
    Entry{"confirmed", "confirmed as it stands", "确认现有状态"},
    Entry{"refunded", "the order is refunded in full", "订单已全额退款"},
    Entry{"order", "the order is not here yet", "订单尚未到来"},
    Entry{"known_message", "this message was consumed before; nothing changed", "此消息早已消费；未做改动"},
    Entry{"known_event", "this business event was consumed under another message id; nothing changed",
          "此业务事件已由另一消息号消费；未做改动"},
    Entry{"dropped", "it was dropped by hand; payonce parked show tells why",
          "已被人工放弃；原因见 payonce parked show"},
    Entry{"tombstone", "the order was cancelled before it was made; it stays cancelled",
          "订单在创建之前已取消；保持取消"},
    Entry{"event_unknown", "orders know no such event", "订单没有这种事件"},
    Entry{"terms_missing", "it lacks what the event needs: buyer, payee or amount",
          "缺少事件所需内容：买方、收款方或金额"},
    Entry{"attempt", "no attempt of ours has this reference yet", "尚无此请求号对应的渠道请求"},
    Entry{"other_order", "the reference is that of another order", "请求号属于另一订单"},
    Entry{"channel", "there is no such channel, or the order was paid another way",
          "没有这个渠道，或订单由其他方式支付"},
    Entry{"period_closed", "the books of the day are closed", "当日账簿已关闭"},
    Entry{"altered", "this message is known with other content; nothing changed", "此消息已知，但内容不同；未做改动"},
    Entry{"unreadable", "it cannot be read; payonce parked show tells why", "无法读取；原因见 payonce parked show"},
    Entry{"file_refuses", "the rules of the file do not allow it", "账本规则不允许"},
};

}  // namespace

Text reason_sentence(std::string_view reason) {
  for (const Entry& entry : entries) {
    if (entry.reason == reason) return {std::string(entry.en), std::string(entry.zh)};
  }
  return {};
}

std::string_view reason_named(std::string_view stored) {
  for (const Entry& entry : entries) {
    if (entry.reason == stored) return entry.reason;
  }
  return {};
}

}  // namespace payonce
