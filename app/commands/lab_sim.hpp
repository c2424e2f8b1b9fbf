#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command lab_sim_command();

}  // namespace payonce
