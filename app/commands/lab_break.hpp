#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command lab_break_command();

}  // namespace payonce
