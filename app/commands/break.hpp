#pragma once

#include <vector>

#include "app/command.hpp"

namespace payonce {

/// `break list|show|propose|approve|withdraw|match|unmatch|auto`: what a reconciliation left open, and how it is ended.
[[nodiscard]] std::vector<Command> break_commands();

}  // namespace payonce
