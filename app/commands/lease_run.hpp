#pragma once

#include "app/command.hpp"

namespace payonce {

/// Another program, run while a lease is held for it.
[[nodiscard]] Command lease_run_command();

}  // namespace payonce
