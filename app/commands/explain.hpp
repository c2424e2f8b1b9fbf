#pragma once

#include "app/command.hpp"

namespace payonce {

/// A layer: its rule, its SQL exactly as it is run, what it stops, what it lets through, and the stories that show it.
[[nodiscard]] Command explain_command();

}  // namespace payonce
