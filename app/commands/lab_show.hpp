#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command lab_show_command();

}  // namespace payonce
