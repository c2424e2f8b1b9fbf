#pragma once

#include "app/command.hpp"

namespace payonce {

/// The fifth layer: every law of the book, and our movements against each channel's statement.
[[nodiscard]] Command reconcile_command();

}  // namespace payonce
