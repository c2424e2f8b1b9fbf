#pragma once

#include "app/command.hpp"

namespace payonce {

/// Money between accounts, without an order: in from the bank, from one to another, corrected by hand.
[[nodiscard]] Command topup_command();
[[nodiscard]] Command transfer_command();
[[nodiscard]] Command adjust_command();

}  // namespace payonce
