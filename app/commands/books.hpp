#pragma once

#include <vector>

#include "app/command.hpp"

namespace payonce {

/// What is booked beside payments: fees, reserves, payouts, suspense, goods, exchanges, reversals.
[[nodiscard]] std::vector<Command> book_commands();

}  // namespace payonce
