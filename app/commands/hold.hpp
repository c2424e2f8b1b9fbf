#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command authorise_command();
[[nodiscard]] Command capture_command();
[[nodiscard]] Command void_command();

}  // namespace payonce
