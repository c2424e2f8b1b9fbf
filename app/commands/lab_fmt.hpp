#pragma once

#include "app/command.hpp"

namespace payonce {

/// Scenario files in their one form.
[[nodiscard]] Command lab_fmt_command();

}  // namespace payonce
