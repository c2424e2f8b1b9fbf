#pragma once

#include "app/command.hpp"

namespace payonce {

/// One account over a range of days: opening, every line with where the account stands behind it, closing.
[[nodiscard]] Command statement_command();

}  // namespace payonce
