#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/journal/rule.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/currency.hpp"
#include "ledger/values/ids.hpp"

namespace payonce::journal {

/// The accounts of the chart (ledger.md 1.4) by what the posting rules call them. Their codes hold a dot, so that no account a
/// user opens can have one of them: "1100.CNY", "1200.bank.CNY".
using Chart = Role;

/// Broken for a role that an account of a user plays.
[[nodiscard]] std::string chart_code(Chart account, const Currency& currency);
/// Of the accounts that each channel has for itself: the receivable and the reserve.
[[nodiscard]] std::string channel_code(Chart account, std::string_view channel, const Currency& currency);

/// The account of the chart that a code is of; none where it is an account that somebody opened under a name of its own.
[[nodiscard]] std::optional<Chart> chart_role(std::string_view code);

/// Makes what every book needs in a currency; does nothing where it is there already.
void ensure_chart(Tx& tx, const Currency& currency, std::int64_t now_ns);
/// Makes an account of the chart where it is missing: on the first line that stands on it. Gives its number.
std::int64_t ensure_account(Tx& tx, Chart account, const Currency& currency, std::int64_t now_ns);
std::int64_t ensure_channel_account(Tx& tx, Chart account, std::string_view channel, const Currency& currency,
                                    std::int64_t now_ns);
/// Makes the receivable of one channel in one currency, where it is missing; gives its account's number.
std::int64_t ensure_receivable(Tx& tx, std::string_view channel, const Currency& currency, std::int64_t now_ns);
/// The number of an account of the chart, which ensure_chart has made.
[[nodiscard]] std::int64_t chart_account(View& view, Chart account, const Currency& currency);

}  // namespace payonce::journal
