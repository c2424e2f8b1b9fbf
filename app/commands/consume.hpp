#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command consume_command();

}  // namespace payonce
