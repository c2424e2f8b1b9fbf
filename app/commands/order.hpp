#pragma once

#include "app/command.hpp"

namespace payonce {

/// Orders: made, shown, cancelled, shipped. They carry no key, their number is one.
[[nodiscard]] Command order_create_command();
[[nodiscard]] Command order_show_command();
[[nodiscard]] Command order_list_command();
[[nodiscard]] Command order_cancel_command();
[[nodiscard]] Command order_ship_command();

}  // namespace payonce
