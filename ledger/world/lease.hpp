#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ledger/values/duration.hpp"
#include "ledger/world/world.hpp"

namespace payonce {

/// How long a holder may be silent. Judged by the clock since boot where holder and judge share host and boot (a jump of the
/// wall clock moves nothing); dead at once after a reboot of the holder's host; by the wall clock from another host (R21).
/// The claim of an idempotency key and a lease lock are both held by one.
struct Lease {
  std::string host;
  std::string boot;
  std::int64_t boot_until_ns = 0;
  std::int64_t until_ns = 0;
};

[[nodiscard]] Lease lease_from_now(World& world, Duration length);
[[nodiscard]] bool lease_alive(World& world, const Lease& lease);
/// What is left of it by the clocks of its own machine, 0 where that has started again; nothing where this is another machine,
/// whose clocks prove nothing about it.
[[nodiscard]] std::optional<std::int64_t> left_here_ns(World& world, const Lease& lease);
/// When to ask again: the rest of the lease, at least one second and at most five (idempotency.md 1.4 step 6).
[[nodiscard]] std::int64_t retry_after_ms(World& world, const Lease& lease);

}  // namespace payonce
