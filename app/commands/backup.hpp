#pragma once

#include "app/command.hpp"

namespace payonce {

/// The whole ledger as one complete file.
[[nodiscard]] Command backup_command();

}  // namespace payonce
