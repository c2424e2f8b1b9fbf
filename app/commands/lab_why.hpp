#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command lab_why_command();
[[nodiscard]] Command lab_why_ok_command();

}  // namespace payonce
