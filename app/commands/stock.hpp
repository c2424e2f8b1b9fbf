#pragma once

#include "app/command.hpp"

namespace payonce {

/// What there is to sell: added, received, corrected, looked at.
[[nodiscard]] Command stock_add_command();
[[nodiscard]] Command stock_receive_command();
[[nodiscard]] Command stock_adjust_command();
[[nodiscard]] Command stock_show_command();
[[nodiscard]] Command stock_list_command();

}  // namespace payonce
