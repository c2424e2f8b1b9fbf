#pragma once

#include "app/command.hpp"

namespace payonce {

/// Pays an order, once.
[[nodiscard]] Command pay_command();

}  // namespace payonce
