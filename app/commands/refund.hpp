#pragma once

#include "app/command.hpp"

namespace payonce {

/// Gives back what an order was paid with, or a part of it.
[[nodiscard]] Command refund_command();

}  // namespace payonce
