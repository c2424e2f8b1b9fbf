#pragma once

#include <compare>
#include <cstdint>
#include <vector>

namespace payonce::laboratory {

/// What the scheduler can do next: let one actor take its turn, or have it die where it stands.
struct Choice {
  std::uint8_t actor = 0;
  bool crash = false;
  friend auto operator<=>(const Choice&, const Choice&) = default;
};

/// From the beginning of a run.
using Path = std::vector<Choice>;

}  // namespace payonce::laboratory
