#pragma once

#include <string_view>

#include "ledger/values/money.hpp"
#include "ledger/wire/json_reader.hpp"

namespace payonce {

/// An amount: "CNY 100.00", {"currency":"CNY","value":100.0} or {"currency":"CNY","minor":10000}. With minor, the exponent may stand
/// beside it, as in a reply, and must then be the currency's: a hundred times too much is told from what was meant.
[[nodiscard]] Result<Money> money_from(const JsonValue& value);

}  // namespace payonce
