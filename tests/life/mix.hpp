#pragma once

#include <cstdint>
#include <vector>

#include "tests/life/event.hpp"

namespace payonce::life {

/// The events of one life. The seed first draws the mix (how often what happens, how bad the channel is, how often the process
/// dies, how far clocks jump), then the events from it: lives differ in kind and not only in their order.
[[nodiscard]] std::vector<Event> draw(std::uint64_t seed, int events);

}  // namespace payonce::life
