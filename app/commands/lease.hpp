#pragma once

#include "app/command.hpp"

namespace payonce {

/// Lease locks: who holds one, and for how long.
[[nodiscard]] Command lease_acquire_command();
[[nodiscard]] Command lease_renew_command();
[[nodiscard]] Command lease_release_command();
[[nodiscard]] Command lease_show_command();
[[nodiscard]] Command lease_list_command();

}  // namespace payonce
