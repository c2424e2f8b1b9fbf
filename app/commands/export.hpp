#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command export_command();

}  // namespace payonce
