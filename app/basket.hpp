#pragma once

#include "app/arguments.hpp"
#include "ledger/orders/basket.hpp"

namespace payonce {

/// What --line, as often as it was given, and --coupon ask for. Ends the command (usage) where a line is not understood or the
/// whole is no order.
[[nodiscard]] orders::Basket basket_from(const Arguments& given);

}  // namespace payonce
