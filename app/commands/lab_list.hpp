#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command lab_list_command();

}  // namespace payonce
