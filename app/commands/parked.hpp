#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command parked_list_command();
[[nodiscard]] Command parked_show_command();
[[nodiscard]] Command parked_retry_command();
[[nodiscard]] Command parked_drop_command();

}  // namespace payonce
