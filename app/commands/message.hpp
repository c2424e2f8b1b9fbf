#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command deliver_command();
[[nodiscard]] Command messages_command();

}  // namespace payonce
