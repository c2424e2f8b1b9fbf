#pragma once

#include "app/command.hpp"

namespace payonce {

/// Makes a new ledger file.
[[nodiscard]] Command init_command();

}  // namespace payonce
