#pragma once

#include <cstdint>

namespace payonce::test {

/// The seed of this run: PAYONCE_SEED where it is set, otherwise `usual`, so that a run is the same every day. A test that
/// draws at random says `INFO("PAYONCE_SEED=", seed)` first: the seed is then printed where something fails.
[[nodiscard]] std::uint64_t seed_or(std::uint64_t usual);

}  // namespace payonce::test
