#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command lab_check_command();

}  // namespace payonce
