#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/layers/reconciliation.hpp"
#include "tests/support/shop.hpp"

namespace payonce::test {

/// A shop in which everything has happened once: orders paid from a balance and by the channel, shipped, cancelled, refunded
/// in part and whole, a payment whose outcome is unknown (order unknown), money that came late (order late) and a second time
/// (order second), the first of the two given back, the other's refund still requested.
void live(Shop& shop);

/// The statement and the questions of the shop's bank.
[[nodiscard]] reconciliation::Source source_of(Acquirer& bank);
[[nodiscard]] reconciliation::Report report_of(Shop& shop, bool deep = false);
/// The names of the laws that are broken in this report, in order.
[[nodiscard]] std::vector<std::string> broken(const reconciliation::Report& report);
/// The codes of a channel's differences, in order.
[[nodiscard]] std::vector<std::string> codes(const reconciliation::Report& report);

/// Changes the ledger's file past every rule it has: all triggers dropped, checks and foreign keys off.
void tamper(Shop& shop, std::string_view sql);

}  // namespace payonce::test
