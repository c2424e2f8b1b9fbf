#pragma once

#include "app/command.hpp"

namespace payonce {

/// The vouchers with their lines: all, of one order, or of one account.
[[nodiscard]] Command journal_command();

}  // namespace payonce
