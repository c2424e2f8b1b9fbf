#pragma once

#include <cstdint>

#include "ledger/settings.hpp"
#include "ledger/store/store.hpp"
#include "ledger/world/world.hpp"

namespace payonce::idempotency_key {

/// The time retention is judged by: the wall clock, but never earlier than the latest time this ledger has acted on, so that a
/// clock set back revives nothing (idempotency.md R21). `leapt` says that the clock stands further ahead of that time than
/// Settings::clock_jump_limit: expiry is suspended, because a wrong clock must not bury a year of answers. What was booked
/// under the clock that leapt does not make it credible; an operator's `reap` that trusts it does.
struct RetentionTime {
  std::int64_t now_ns;
  bool leapt;
};

[[nodiscard]] RetentionTime retention_time(View& view, World& world, const Settings& settings);
/// Whether an answer kept until then is past its retention now.
[[nodiscard]] bool answers_expired(View& view, World& world, const Settings& settings, std::int64_t until_ns);

}  // namespace payonce::idempotency_key
