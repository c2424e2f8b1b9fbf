#pragma once

#include "app/command.hpp"

namespace payonce {

/// `report reconciliation`: the report of a run, whenever it was made.
[[nodiscard]] Command report_reconciliation_command();
[[nodiscard]] Command report_sign_command();

}  // namespace payonce
