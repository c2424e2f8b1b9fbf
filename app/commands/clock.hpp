#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command clock_command();

}  // namespace payonce
