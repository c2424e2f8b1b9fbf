#pragma once

#include <cstdint>
#include <string>

#include "ledger/values/duration.hpp"
#include "ledger/world/world.hpp"

namespace payonce {

/// A moment on both clocks of the machine it happened on. How long ago it was is judged by the clock since boot where the judge
/// shares machine and boot, so that setting the wall clock neither shortens nor lengthens it; else by the wall clock.
struct Moment {
  std::int64_t wall_ns = 0;
  std::string machine{};  // host and boot; empty where it is not known
  std::int64_t boot_ns = 0;
};

[[nodiscard]] Moment moment(World& world);
/// Never negative.
[[nodiscard]] Duration since(World& world, const Moment& moment);

}  // namespace payonce
