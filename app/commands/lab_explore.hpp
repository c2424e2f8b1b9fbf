#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command lab_explore_command();

}  // namespace payonce
