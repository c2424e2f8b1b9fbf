#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command lab_teach_command();

}  // namespace payonce
