#pragma once

#include "app/command.hpp"

namespace payonce {

/// What was earned and spent over days.
[[nodiscard]] Command income_statement_command();
/// What is owned and owed at a point in time.
[[nodiscard]] Command balance_sheet_command();

}  // namespace payonce
