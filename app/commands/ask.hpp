#pragma once

#include "app/command.hpp"

namespace payonce {

/// Answers requests written as JSON (docs/reply.md), one a line.
[[nodiscard]] Command ask_command();

}  // namespace payonce
