#pragma once

#include "ledger/values/text.hpp"

namespace payonce {

/// What the accounts mean that the book keeps for itself (ledger/journal/chart.hpp), for the help of what lists them.
[[nodiscard]] inline Text about_own_accounts() {
  return {
      "The book's own accounts, one a currency (1100.CNY), have a dot in their name. 1100 to 1400 are ours,\n"
      "2100 to 2900 we owe, 3100 is the position in a currency, 4150 to 5400 are income and expense, 9100 and 9200\n"
      "memo. Among them:\n"
      "  1100  our money at the bank\n"
      "  1200  what a channel owes us (1200.card.CNY)\n"
      "  2150  refunds under way: accepted, not yet confirmed by the channel\n"
      "  2160  money to be returned: paid late, a second time, or a refund that failed\n"
      "  5300  differences and write-offs\n"
      "What is booked in each: payonce explain postings",
      "账本自用的账户，各币种一个（1100.CNY），名称带点。1100 至 1400 为资产，2100 至 2900 为负债，\n"
      "3100 为外币头寸，4150 至 5400 为收入与费用，9100 与 9200 为备查。其中：\n"
      "  1100  银行存款\n"
      "  1200  渠道应收（1200.card.CNY）\n"
      "  2150  在途退款：已受理，渠道尚未确认\n"
      "  2160  应退客户款：迟到或重复的付款，或失败的退款\n"
      "  5300  差异与核销\n"
      "各账户记什么：payonce explain postings"};
}

}  // namespace payonce
