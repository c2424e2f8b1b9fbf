#pragma once

#include "app/command.hpp"

namespace payonce {

/// Opens accounts and shows them.
[[nodiscard]] Command account_open_command();
[[nodiscard]] Command account_list_command();
[[nodiscard]] Command account_show_command();

}  // namespace payonce
