#pragma once

#include "app/command.hpp"
#include "ledger/values/duration.hpp"

namespace payonce {

/// Lease locks: who holds one, and for how long.
[[nodiscard]] Command lease_acquire_command();
[[nodiscard]] Command lease_renew_command();
[[nodiscard]] Command lease_release_command();
[[nodiscard]] Command lease_show_command();
[[nodiscard]] Command lease_list_command();
/// --ttl, where it is one that a lock may have.
[[nodiscard]] Duration lease_length(const Arguments& given);

}  // namespace payonce
