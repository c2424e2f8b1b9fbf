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
    Entry{"refund_declined",
          "the channel refused the refund; the money is still owed: send it another way (refund --again)",
          "渠道拒绝退款；款项仍应退还：请改用其他途径（refund --again）"},
    Entry{"refund_unknown", "the order has no such refund", "订单没有这笔退款"},
    Entry{"refund_not_owed", "this refund gave its money back to the payee: ask for a new one",
          "此退款的款项已归还收款方：请另行退款"},
    Entry{"disputed",
          "a dispute has taken the money of this order; refund --despite-dispute gives it back all the same",
          "此订单存在争议，款项已被追回；refund --despite-dispute 可强制退款"},
    Entry{"dispute_unknown", "there is no such dispute", "没有这笔争议"},
    Entry{"not_by_channel", "the order was not paid through a channel", "订单不是经渠道支付"},
    Entry{"other_order", "this reference stands for another order", "此编号已对应另一订单"},
    Entry{"name_the_channel", "two channels use this number: name one", "两个渠道使用同一编号：请指明渠道"},
    Entry{"fee_taken", "no more of the fee comes back than was taken", "退还的手续费不得超过已收"},
    Entry{"won", "the dispute is won", "争议已胜诉"},
    Entry{"lost", "the dispute is lost", "争议已败诉"},
    Entry{"withdrawn", "the dispute is withdrawn", "争议已撤回"},
    Entry{"payout_unknown", "no such payout was announced", "没有通知过这笔结算"},
    Entry{"arrived", "the payout has arrived", "结算款已到账"},
    Entry{"returned", "the payout was returned", "结算款已退回"},
    Entry{"suspense_unknown", "there is nothing in suspense under this number", "没有此编号的待查款项"},
    Entry{"identified", "it is identified already, as something else", "已查明为其他用途"},
    Entry{"charge_of_nobody", "a charge belongs to an account, or is written off", "扣收只能归入账户或核销"},
    Entry{"not_to_return", "it was not found to be a customer's", "未查明为应退客户款"},
    Entry{"goods_left", "more than has left", "超过已出库的成本"},
    Entry{"unlike_accounts", "a wallet and an asset are no exchange of one owner's money",
          "钱包与资产账户之间不是同一主体的兑换"},
    Entry{"voucher_unknown", "there is no such voucher", "没有这张凭证"},
    Entry{"kind_not_reversed", "this kind is taken back by its own next step, never by a mirror",
          "此类凭证由其后续步骤撤回，不作冲销"},
    Entry{"channel", "there is no such channel", "没有这个渠道"},
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
    Entry{"balance_is_that", "the balance is that already; nothing changed", "余额已为此数；未做改动"},
    Entry{"buyer", "there is no such account: the buyer's", "没有这个账户：买方"},
    Entry{"payee", "there is no such account: the payee's", "没有这个账户：收款方"},
    Entry{"to", "there is no such account: the one it goes to", "没有这个账户：转入方"},
    Entry{"created", "the order is not paid", "订单尚未支付"},
    Entry{"paying", "the order is not paid yet", "订单支付未完成"},
    Entry{"closing", "the order is being closed", "订单正在关闭"},
    Entry{"cancelled", "the order is cancelled", "订单已取消"},
    Entry{"refunded", "the order is refunded in full", "订单已全额退款"},
};

}  // namespace

Text reason_sentence(std::string_view reason) {
  for (const Entry& entry : entries) {
    if (entry.reason == reason) return {std::string(entry.en), std::string(entry.zh)};
  }
  return {};
}

}  // namespace payonce
