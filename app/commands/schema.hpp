#pragma once

#include "app/command.hpp"

namespace payonce {

/// The schema of a new ledger, as SQL: what schema/schema.sql holds.
[[nodiscard]] Command schema_command();

}  // namespace payonce
