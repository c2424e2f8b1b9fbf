#pragma once

#include <string_view>

#include "ledger/layer.hpp"
#include "ledger/values/message.hpp"

/// What a message does to the orders of the ledger, or to the newest state a follower keeps. Not for layers.
namespace payonce {

/// What became of a message.
struct Fate {
  Outcome outcome = Outcome::applied;
  std::string_view reason{};
  /// Of one that is early: what it needs comes by itself, so that trying again too soon is held against nobody.
  bool waits = false;
};

/// Through the functions of the commands: the order's state decides, and nothing is written where it says no.
[[nodiscard]] Fate apply_to_order(Tx& tx, Passage& pay, const Message& message);
/// The version gate.
[[nodiscard]] Fate follow(Tx& tx, Passage& pay, const Message& message);

}  // namespace payonce
