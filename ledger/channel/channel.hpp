#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/values/duration.hpp"
#include "ledger/values/ids.hpp"
#include "ledger/values/money.hpp"

namespace payonce {

/// What a channel said, or that it said nothing. Three different failures (ledger.md 2.2): *declined* is a clear no, *not sent*
/// provably never reached it (safe to ask again), *no answer* may have happened.
enum class Said {
  approved,  // the money moved, `channel_txn` is the channel's own number for it
  declined,  // a clear and final no
  not_found,  // (only from query) it knows nothing under this reference, now: no proof while a request may still be in flight
  gone,       // (only from query of a hold) it was held and is over: voided, or freed when its time was up
  no_answer,  // the time was up: it may or may not have happened
  not_sent,   // the request never left us
};

struct ChannelAnswer {
  Said said = Said::no_answer;
  std::string channel_txn{};      // the channel's number, where approved
  std::optional<Money> amount{};  // what it says moved, where approved
  std::int64_t at_ns = 0;         // when it says it moved, where approved
};

/// What a channel can be asked for. The first three move money and stand in its statement, in this order. A hold keeps money
/// back for us; a capture takes of it, a void frees what is left; close makes the channel promise never to act on a reference.
enum class Movement { capture, charge, refund, authorise, void_hold, close };
[[nodiscard]] constexpr bool moves_money(Movement movement) { return movement <= Movement::refund; }
/// As it is printed and kept in a channel's book.
[[nodiscard]] std::string_view name(Movement movement);
[[nodiscard]] std::optional<Movement> movement_named(std::string_view name);
/// Of these the request names the hold or the charge it is about.
[[nodiscard]] constexpr bool names_original(Movement movement) {
  return movement != Movement::charge && movement != Movement::authorise;
}

/// One request to move money. `reference` is ours, derived from the fact (never random), the same on every repetition;
/// `original` names what a refund, a capture, a void or a close belongs to. `hold` says for how long an authorise keeps money
/// back.
struct ChannelRequest {
  Movement movement = Movement::charge;
  std::string reference;
  std::string original;
  Money amount;
  Duration hold{0};
  bool last = false;  // of a capture: what is left of the hold is freed
};

/// One line of what the channel did, in its own words, or a message it sends of its own accord (a notice).
struct ChannelLine {
  Movement movement = Movement::charge;
  std::string reference;
  std::string channel_txn;
  Money amount;
  std::int64_t at_ns = 0;
  std::string original{};  // what it belongs to, where it belongs to something
};

/// The outside that moves money. Asked by the engine alone, never while a transaction is open. An implementation may take its
/// time (World::pass) and must not throw for anything the outside may do; one Channel serves one thread at a time.
class Channel {
 public:
  virtual ~Channel() = default;
  /// Asks it to move money. While it takes its time, an implementation calls `waiting` at least once a second of World time,
  /// so that the caller can keep its lease alive. Where that gives false, the caller has waited enough: the implementation
  /// answers no_answer at once, whatever becomes of the request. `waiting` may be empty.
  [[nodiscard]] virtual ChannelAnswer move(const ChannelRequest& request, const std::function<bool()>& waiting) = 0;
  [[nodiscard]] virtual ChannelAnswer query(Movement movement, const std::string& reference) = 0;
  /// Messages due now. Delivered at least once: one that is not acknowledged comes again.
  [[nodiscard]] virtual std::vector<ChannelLine> notices() = 0;
  virtual void acknowledge(const ChannelLine& notice) = 0;
  /// Everything it did for us so far, in its own order: the statement that reconciliation compares with. Lines are handed to
  /// `take` one at a time, ordered by (movement, reference, channel_txn).
  virtual void statement(const std::function<void(const ChannelLine&)>& take) = 0;
};

}  // namespace payonce
