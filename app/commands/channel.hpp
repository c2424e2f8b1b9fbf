#pragma once

#include "app/command.hpp"

namespace payonce {

/// Channels: the outside that moves money. The one that is shipped, the acquirer, keeps a book of its own in a file.
[[nodiscard]] Command channel_add_command();
[[nodiscard]] Command channel_show_command();
[[nodiscard]] Command channel_script_command();
[[nodiscard]] Command channel_notices_command();

}  // namespace payonce
