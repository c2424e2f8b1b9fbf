#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command dispute_open_command();
[[nodiscard]] Command dispute_close_command();
[[nodiscard]] Command dispute_list_command();
[[nodiscard]] Command dispute_show_command();

}  // namespace payonce
