#pragma once

#include "app/command.hpp"

namespace payonce {

/// Every account's balance on its side, per currency, and the two sums that must be equal.
[[nodiscard]] Command trial_balance_command();

}  // namespace payonce
