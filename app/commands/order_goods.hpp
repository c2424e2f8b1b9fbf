#pragma once

#include <optional>
#include <vector>

#include "app/command.hpp"
#include "app/context.hpp"
#include "app/record.hpp"
#include "ledger/orders/order.hpp"
#include "ledger/values/ids.hpp"

namespace payonce {

/// An order's goods: its lines as they are shown, parcels that leave, goods that come back.
[[nodiscard]] std::vector<Record> line_records(View& view, const orders::Order& order);
/// `order ship ORDER --line N --quantity Q --ref R`.
ExitStatus ship_part(Context& context, const Arguments& given, const OrderId& number, const std::optional<Money>& cost);
[[nodiscard]] Command order_return_command();

[[nodiscard]] Option line_option(Text about, bool required);
[[nodiscard]] Option quantity_option(bool required);
[[nodiscard]] Option parcel_option(bool required);

}  // namespace payonce
