#pragma once

#include "app/command.hpp"

namespace payonce {

/// Idempotency keys: what became of them, and those that need a person.
[[nodiscard]] Command key_list_command();
[[nodiscard]] Command key_show_command();
[[nodiscard]] Command key_resolve_command();

}  // namespace payonce
