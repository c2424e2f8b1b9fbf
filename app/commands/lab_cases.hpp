#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command lab_cases_command();

}  // namespace payonce
