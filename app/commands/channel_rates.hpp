#pragma once

#include "app/command.hpp"

namespace payonce {

/// What was agreed with a channel about its fees, and the rate at which its settlements in another currency are booked.
[[nodiscard]] Command channel_fee_rate_command();
[[nodiscard]] Command channel_fx_rate_command();
[[nodiscard]] Command channel_rates_command();

}  // namespace payonce
