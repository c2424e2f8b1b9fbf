#pragma once

#include <cstdint>
#include <string>

#include "ledger/values/duration.hpp"
#include "ledger/world/world.hpp"

namespace payonce::idempotency_key {

/// How long a holder may be silent. Judged by the clock since boot where holder and judge share host and boot (a jump of the
/// wall clock moves nothing); dead at once after a reboot of the holder's host; by the wall clock from another host (R21).
struct Lease {
  std::string host;
  std::string boot;
  std::int64_t boot_until_ns = 0;
  std::int64_t until_ns = 0;
};

[[nodiscard]] Lease lease_from_now(World& world, Duration length);
[[nodiscard]] bool lease_alive(World& world, const Lease& lease);
/// When to ask again: the rest of the lease, at least one second and at most five (idempotency.md 1.4 step 6).
[[nodiscard]] std::int64_t retry_after_ms(World& world, const Lease& lease);

}  // namespace payonce::idempotency_key
