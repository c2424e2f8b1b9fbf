#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/statements/line.hpp"

namespace payonce::statements {

/// The statement file of our own acquirer, as payonce writes it and reads it again. CSV in UTF-8:
///
///   acquirer_statement,1,CHANNEL,UTC
///   period,2026-11-30,2026-11-30          only where days were asked for; both are inside
///   time,movement,reference,channel_txn,original,currency,amount
///   2026-11-30 10:20:30,charge,ord_42.pay.1,act_1,,CNY,100.00
///   2026-11-30 11:00:00,refund,ord_42.refund.1,act_2,ord_42.pay.1,CNY,-20.00
///   total,CNY,2,80.00                     one a currency: lines and their sum
///   end,2                                 lines of all; without it the file is truncated
namespace acquirer {
inline constexpr std::string_view mark = "acquirer_statement";
inline constexpr std::string_view columns = "time,movement,reference,channel_txn,original,currency,amount";
}  // namespace acquirer

/// Text as one cell of a CSV file: in quotes where it needs them.
[[nodiscard]] std::string csv_cell(std::string_view text);

}  // namespace payonce::statements
