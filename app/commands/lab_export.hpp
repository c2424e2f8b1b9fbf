#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command lab_export_command();

}  // namespace payonce
