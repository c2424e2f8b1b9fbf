#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command lab_power_command();

}  // namespace payonce
