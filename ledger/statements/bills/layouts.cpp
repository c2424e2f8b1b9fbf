#include "ledger/statements/bills/layouts.hpp"

namespace payonce::statements {

const Layout& acquirer::layout() {
  static const Layout all{{{"time"}},     {{"movement"}}, {{"reference"}}, {{"channel_txn"}},
                          {{"original"}}, {{"currency"}}, {{"amount"}}};
  return all;
}

// 25 columns today, 22 with partly other names before; most say nothing about money and are not read.
const Layout& alipay_trade::layout() {
  static const Layout all{{{"支付宝交易号"}},
                          {{"商户订单号"}},
                          {{"业务类型"}},
                          {{"商品名称"}, false},
                          {{"完成时间"}},
                          {{"对方账户", "对账账户"}, false},
                          {{"商家实收(元)", "交易金额(元)", "订单金额(元)"}},
                          {{"退款批次号/请求号", "退款批次号"}, false},
                          {{"服务费(元)"}},
                          {{"分润(元)"}, false},
                          {{"备注"}, false}};
  return all;
}

// 12 columns, 16 in newer files, or those that the merchant has chosen: then the kind may stand in its description alone.
const Layout& alipay_account::layout() {
  static const Layout all{{{"账务流水号"}},
                          {{"业务流水号"}},
                          {{"商户订单号"}},
                          {{"商品名称"}, false},
                          {{"发生时间"}},
                          {{"对方账号"}, false},
                          {{"收入金额(+元)", "收入金额"}},
                          {{"支出金额(-元)", "支出金额"}},
                          {{"账户余额(元)", "账户余额"}},
                          {{"业务类型", "业务描述"}, false},
                          {{"备注"}, false}};
  return all;
}

const Layout& alipay_personal::layout() {
  static const Layout all{{{"交易时间"}}, {{"交易分类"}}, {{"交易对方"}},   {{"商品说明"}},   {{"收/支"}},
                          {{"金额"}},     {{"交易状态"}}, {{"交易订单号"}}, {{"商家订单号"}}, {{"备注"}, false}};
  return all;
}

// ALL has 27 columns, SUCCESS 20, REFUND 29, the older bill 24: a missing refund column means that there are no refunds in it.
const Layout& wechat_trade::layout() {
  static const Layout all{{{"交易时间"}},
                          {{"商户号"}},
                          {{"微信订单号"}},
                          {{"商户订单号"}},
                          {{"用户标识"}, false},
                          {{"交易状态"}},
                          {{"货币种类"}, false},
                          {{"应结订单金额", "总金额"}},
                          {{"微信退款单号"}, false},
                          {{"商户退款单号"}, false},
                          {{"退款金额"}, false},
                          {{"充值券退款金额", "代金券或立减优惠退款金额", "企业红包退款金额"}, false},
                          {{"退款状态"}, false},
                          {{"商品名称"}, false},
                          {{"手续费"}},
                          {{"订单金额"}, false},
                          {{"申请退款金额"}, false},
                          {{"退款申请时间"}, false}};
  return all;
}

const Layout& wechat_fund::layout() {
  static const Layout all{{{"记账时间"}},    {{"微信支付业务单号"}}, {{"资金流水单号"}}, {{"业务名称"}},
                          {{"业务类型"}},    {{"收支类型"}},         {{"收支金额(元)"}}, {{"账户结余(元)"}},
                          {{"备注"}, false}, {{"业务凭证号"}, false}};
  return all;
}

// Balance change from activity and payout reconciliation, both itemised, and the older export of the dashboard.
const Layout& stripe::layout() {
  static const Layout all{{{"balance_transaction_id", "id", "ID"}},
                          {{"source_id", "Source"}, false},
                          {{"charge_id"}, false},
                          {{"payment_intent_id"}, false},
                          {{"created", "Created"}, false},
                          {{"created_utc", "Created (UTC)"}, false},
                          {{"automatic_payout_id", "Transfer"}, false},
                          {{"currency", "Currency"}},
                          {{"gross", "Amount"}},
                          {{"fee", "Fee"}},
                          {{"net", "Net"}},
                          {{"reporting_category", "Type"}},
                          {{"description", "Description"}, false},
                          {{"customer_facing_amount", "Customer Facing Amount"}, false},
                          {{"customer_facing_currency", "Customer Facing Currency"}, false}};
  return all;
}

const Layout& adyen::layout() {
  static const Layout all{{{"Merchant Account"}},
                          {{"Psp Reference"}},
                          {{"Merchant Reference"}},
                          {{"Creation Date"}},
                          {{"TimeZone"}, false},
                          {{"Type"}},
                          {{"Modification Reference"}},
                          {{"Gross Currency"}, false},
                          {{"Gross Debit (GC)"}, false},
                          {{"Gross Credit (GC)"}, false},
                          {{"Net Currency"}},
                          {{"Net Debit (NC)"}},
                          {{"Net Credit (NC)"}},
                          {{"Commission (NC)", "Payment Fees (NC)"}, false},
                          {{"Markup (NC)"}, false},
                          {{"Scheme Fees (NC)"}, false},
                          {{"Interchange (NC)"}, false},
                          {{"Modification Merchant Reference"}, false},
                          {{"Batch Number"}}};
  return all;
}

}  // namespace payonce::statements
