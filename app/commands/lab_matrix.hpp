#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command lab_matrix_command();

}  // namespace payonce
