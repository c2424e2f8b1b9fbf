#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command lab_replay_command();
[[nodiscard]] Command lab_run_command();

}  // namespace payonce
