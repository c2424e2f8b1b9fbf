#include "ledger/world/lease.hpp"

#include <algorithm>

namespace payonce {
namespace {

std::int64_t left_ns(World& world, const Lease& lease) {
  const auto here = left_here_ns(world, lease);
  return here ? *here : lease.until_ns - world.wall_ns();
}

}  // namespace

Lease lease_from_now(World& world, Duration length) {
  return {.host = world.host(),
          .boot = world.boot(),
          .boot_until_ns = world.boot_ns() + length.ns,
          .until_ns = world.wall_ns() + length.ns};
}

bool lease_alive(World& world, const Lease& lease) { return left_ns(world, lease) > 0; }

std::optional<std::int64_t> left_here_ns(World& world, const Lease& lease) {
  if (lease.host != world.host()) return std::nullopt;
  if (lease.boot != world.boot()) return 0;
  return std::max<std::int64_t>(lease.boot_until_ns - world.boot_ns(), 0);
}

std::int64_t retry_after_ms(World& world, const Lease& lease) {
  return std::clamp<std::int64_t>(left_ns(world, lease) / 1'000'000, 1'000, 5'000);
}

}  // namespace payonce
