#pragma once

#include "app/command.hpp"

namespace payonce {

/// `channel statement`: what the shipped acquirer did, as the file it would send.
[[nodiscard]] Command channel_statement_command();

}  // namespace payonce
