#pragma once

#include "app/command.hpp"

namespace payonce {

/// Where accounts stand: what was debited, what was credited, and the balance seen from the account's own side.
[[nodiscard]] Command balance_command();

}  // namespace payonce
