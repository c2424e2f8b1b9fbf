#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command events_command();
[[nodiscard]] Command publish_command();

}  // namespace payonce
