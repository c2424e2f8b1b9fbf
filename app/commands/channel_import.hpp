#pragma once

#include "app/command.hpp"

namespace payonce {

/// `channel import`: statement files into the ledger, each once.
[[nodiscard]] Command channel_import_command();

}  // namespace payonce
