#pragma once

#include "ledger/statements/bills/columns.hpp"

namespace payonce::statements {

/// The columns of each bill. Every layout is given in the order of the enumeration that its reader names its columns by.
namespace acquirer {
enum Of : std::size_t { time, movement, reference, channel_txn, original, currency, amount };
[[nodiscard]] const Layout& layout();
}  // namespace acquirer

namespace alipay_trade {
enum Of : std::size_t { trade, order, kind, subject, finished, payer, received, refund, fee, share, remark };
[[nodiscard]] const Layout& layout();
}  // namespace alipay_trade

namespace alipay_account {
enum Of : std::size_t { flow, trade, order, subject, time, other_side, in, out, balance, kind, remark };
[[nodiscard]] const Layout& layout();
}  // namespace alipay_account

namespace alipay_personal {
enum Of : std::size_t { time, kind, other_side, subject, direction, amount, status, trade, order, remark };
[[nodiscard]] const Layout& layout();
}  // namespace alipay_personal

namespace wechat_trade {
enum Of : std::size_t {
  time,
  account,
  transaction,
  order,
  payer,
  state,
  currency,
  settled,
  refund_id,
  refund_order,
  refund,
  coupon_refund,
  refund_state,
  subject,
  fee,
  whole_amount,
  asked_refund,
  refund_time,
};
[[nodiscard]] const Layout& layout();
}  // namespace wechat_trade

namespace wechat_fund {
enum Of : std::size_t { time, trade, flow, name, kind, direction, amount, balance, remark, voucher };
[[nodiscard]] const Layout& layout();
}  // namespace wechat_fund

namespace stripe {
enum Of : std::size_t {
  id,
  source,
  charge,
  intent,
  created,
  created_utc,
  payout,
  currency,
  gross,
  fee,
  net,
  category,
  about,
  paid,
  paid_currency
};
[[nodiscard]] const Layout& layout();
}  // namespace stripe

namespace adyen {
enum Of : std::size_t {
  account,
  psp,
  order,
  created,
  zone,
  kind,
  modification,
  gross_currency,
  gross_debit,
  gross_credit,
  net_currency,
  net_debit,
  net_credit,
  commission,
  markup,
  scheme_fees,
  interchange,
  modification_order,
  batch,
};
[[nodiscard]] const Layout& layout();
}  // namespace adyen

}  // namespace payonce::statements
