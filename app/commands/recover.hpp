#pragma once

#include "app/command.hpp"

namespace payonce {

/// What keeps the ledger tidy: ending what was left open, and burying what is past its time.
[[nodiscard]] Command recover_command();
[[nodiscard]] Command reap_command();

}  // namespace payonce
