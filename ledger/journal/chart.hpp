#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ledger/store/store.hpp"
#include "ledger/values/currency.hpp"
#include "ledger/values/ids.hpp"

namespace payonce::journal {

/// The accounts of the chart (ledger.md 1.4) that the postings of today need. Their codes hold a dot, so that no account a
/// user opens can have one of them: "1100.CNY", "1200.bank.CNY".
enum class Chart {
  bank,              // 1100: money of ours at the bank
  receivable,        // 1200: what a channel owes us, one per channel
  refunds_underway,  // 2150: accepted, not confirmed by the channel yet
  money_to_return,   // 2160: received, owed to a customer: late, a second time, or a refund that failed
  held,              // 9100: held for us by channels, memo: no claim yet, in no statement
  held_contra,       // 9200: its other side
  differences,       // 5300: differences and write-offs
};

[[nodiscard]] std::string chart_code(Chart account, const Currency& currency);
[[nodiscard]] std::string receivable_code(std::string_view channel, const Currency& currency);

/// Makes what a book needs in a currency; does nothing where it is there already.
void ensure_chart(Tx& tx, const Currency& currency, std::int64_t now_ns);
/// Makes the receivable of one channel in one currency, where it is missing; gives its account's number.
std::int64_t ensure_receivable(Tx& tx, std::string_view channel, const Currency& currency, std::int64_t now_ns);
/// The same of an account that a currency gets when it is first needed: 9100 and 9200.
std::int64_t ensure_account(Tx& tx, Chart account, const Currency& currency, std::int64_t now_ns);
/// The number of an account of the chart, which ensure_chart has made.
[[nodiscard]] std::int64_t chart_account(View& view, Chart account, const Currency& currency);

}  // namespace payonce::journal
