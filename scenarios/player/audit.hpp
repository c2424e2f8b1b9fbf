#pragma once

#include <string>
#include <vector>

#include "scenarios/player/stage.hpp"

namespace payonce::player {

/// One thing that a reconciliation found.
struct Found {
  std::string code;     // the name of a law, or what differs from a channel's statement
  std::string subject;  // which order, voucher, key
  std::string detail;
};

/// Every code that audit() can give.
[[nodiscard]] std::vector<std::string> finding_codes();

/// The fifth layer over the whole stage: every law of the book, and every acquirer's statement line by line. `channel` empty
/// means all of them.
[[nodiscard]] std::vector<Found> audit(Hands& hands, World& world, const std::string& channel = {});

}  // namespace payonce::player
