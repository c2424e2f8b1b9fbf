#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/values/layer.hpp"
#include "ledger/values/money.hpp"
#include "ledger/values/outcome.hpp"

namespace payonce {

/// What the ledger decided about one request: the value that is stored with a final answer and replayed.
struct Answer {
  Outcome outcome = Outcome::in_progress;
  Layer decided_by = Layer::journal;
  /// The order or account the request was about.
  std::string_view subject_kind;  // "order", "account", "sku", "channel", "ref", "reverses"
  std::string subject;
  /// The number of the voucher that booked the fact (of the *first* booking, where this request was a repeat).
  std::optional<std::string> voucher;
  std::optional<Money> amount;
  /// version_mismatch: the version that stands.
  std::optional<std::int64_t> version;
  /// Of goods: which, where the subject is an order, and how many may still be promised, where that matters.
  std::string sku;
  std::optional<std::int64_t> available;
  /// A code that says more than the outcome does: "insufficient_funds", "channel_declined", "key_in_progress" …
  std::string_view reason;
  /// How long to wait before asking again, where asking again may help.
  std::optional<std::int64_t> retry_after_ms;
  std::int64_t decided_at_ns = 0;
};

/// The answer as JSON, the bytes that are stored: outcome, decided_by, order or account, voucher, amount, version (of a
/// mismatch), reason, retryable, decided_at. docs/reply.md is its schema. One JSON object without white space.
[[nodiscard]] std::string to_json(const Answer& answer);

/// One line of what a layer found or did. Kept as a code and a number: the sentence is made only when somebody reads it.
enum class Finding {
  key_fresh,        // never seen before
  key_taken_over,   // the lease of its first holder is dead: number = fence
  key_replayed,     // done before: the stored answer
  key_refused,      // reused or expired: the outcome says which
  key_held,         // somebody alive is at it
  key_stored,       // the answer is stored with it
  key_given_back,   // nothing happened: the claim is released
  key_left_open,    // a call outside has no answer yet
  window_admitted,  // no other key asked for this a moment ago
  window_held,      // another key did: number = milliseconds left
  window_own,       // this same key did
  state_admits,     // the order's state allows the step
  state_refuses,    // it does not
  order_unfit,      // the order is unknown, or is not what the request takes it for
  state_advanced,   // the step was taken: number = new version
  state_role,       // the money settles nothing here: late or a second one, to be given back
  attempt_begun,    // written down before the channel is asked: number = n
  attempt_found,    // an earlier attempt is open: the channel is asked about it, not charged again
  voucher_free,     // the fact is not booked yet
  voucher_stands,   // it is: number = voucher
  voucher_booked,   // number = voucher
  funds_suffice,
  funds_lack,
  day_closed,   // the day of the voucher would be a closed one
  dated_later,  // it happened already: number = the first open day, as 20261201
  channel_approved,
  channel_declined,
  channel_silent,
  channel_unreached,
  channel_knows_nothing,
  token_good,       // the one-time token permits it
  token_bad,        // it does not: the reason says why
  lease_ours,       // the lease is still the holder's: number = fence
  lease_passed_on,  // it is not: number = the fence that stands
  message_new,      // this business event has not been consumed yet
  message_known,    // it has, under this id or another
  message_altered,  // it is known with other content
  message_older,    // something newer was seen of this order
  message_newest,   // nothing newer was
  message_marked,   // its mark is written with its effect
  message_held,     // kept with the reason: number = as what it is listed
  tombstone_laid,   // cancelled before it was made
  tombstone_found,
  stock_reserved,  // every line is promised its goods: number = lines
  stock_lacks,     // it cannot be: number = how many are left
  stock_moved,     // what is on hand changed: number = by how much
  coupon_used,
  coupon_refused,
  looked_before,  // naive in this laboratory file: it looked in a transaction of its own, and does not look again
  layer_off,      // switched off in this laboratory file
};

struct TraceLine {
  Layer layer;
  Finding finding;
  std::int64_t number = 0;
};

[[nodiscard]] std::string_view name(Finding finding);
[[nodiscard]] Text sentence(const TraceLine& line);

/// What the caller gets: the answer's bytes, who gave it now, and whether it was given before.
struct Reply {
  Outcome outcome = Outcome::in_progress;
  Layer answered_by = Layer::journal;
  bool replayed = false;
  bool retryable = false;
  int http_status = 500;
  std::optional<std::int64_t> retry_after_ms;
  /// The stored bytes of the answer (of the first answer, where replayed), byte for byte.
  std::string answer;
  std::vector<TraceLine> trace;
};

/// The whole reply as one JSON object: the members of the answer as stored, then answered_by, replayed, trace (docs/reply.md).
[[nodiscard]] std::string to_json(const Reply& reply);

}  // namespace payonce
