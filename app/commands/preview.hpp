#pragma once

#include "app/command.hpp"

namespace payonce {

/// A channel's or bank's statement file as its reader understands it, before anything is stored.
[[nodiscard]] Command channel_preview_command();

}  // namespace payonce
