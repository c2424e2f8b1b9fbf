#pragma once

#include "app/command.hpp"

namespace payonce {

/// Plays stories against the real ledger and tells which layer stopped what.
[[nodiscard]] Command play_command();

}  // namespace payonce
