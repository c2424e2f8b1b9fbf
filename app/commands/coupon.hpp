#pragma once

#include "app/command.hpp"

namespace payonce {

/// Codes that make an order cheaper.
[[nodiscard]] Command coupon_add_command();
[[nodiscard]] Command coupon_show_command();
[[nodiscard]] Command coupon_list_command();

}  // namespace payonce
