#pragma once

#include <cstdint>

namespace payonce::laboratory {

/// The one clock of an experiment. Time passes only where an actor advances it, so that what expires, expires in some schedules and
/// in others not (laboratory.md 2.4).
struct Clock {
  std::int64_t wall_ns = 0;
  std::int64_t boot_ns = 0;
  std::int64_t jumped_ns = 0;
  friend bool operator==(const Clock&, const Clock&) = default;
};

}  // namespace payonce::laboratory
