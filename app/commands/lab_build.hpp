#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command lab_build_command();

}  // namespace payonce
