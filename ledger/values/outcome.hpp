#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "ledger/values/text.hpp"

namespace payonce {

/// Every answer a money command can give, in order of precedence: of two that are true, the earlier one is told.
/// The names are those stored and printed. The numbers are stored by nobody.
enum class Outcome {
  key_reused,        // the key is known with another request; nothing of the first is told
  reference_reused,  // the client's or provider's number stands for another fact
  key_expired,       // the key's answer is past its retention: refused, never run again
  response_gone,     // the answer was too large to keep; the outcome stands, the bytes do not
  in_progress,       // somebody is at it now
  lease_held,        // a lease lock: somebody else holds it, and is alive
  lease_lost,        // the lease it was to be done under is somebody else's by now
  token_refused,     // the one-time token is used, expired, unknown, another user's or for something else
  later,             // the dedup window: the same intent was admitted a moment ago under another key
  outcome_unknown,   // a call outside has begun and its result is not known yet
  unavailable,       // nothing happened: the channel could not be reached
  order_unknown,
  account_unknown,
  channel_unknown,
  sku_unknown,
  amount_mismatch,   // the amount or currency is not the order's
  version_mismatch,  // --if-version: the order has moved on
  out_of_order,      // the state of the order does not allow this step
  over_refund,       // more than is left of what was captured
  over_capture,      // more than is held and not captured yet
  out_of_stock,      // not that many are left to promise; nothing was taken
  coupon_refused,    // unknown, used up, used by this buyer before, or of no use here; nothing was taken
  period_closed,     // the day's books are closed, and nothing has moved
  already_paid,      // the fact stands: the voucher that booked it is named
  declined,          // insufficient funds, or the channel said no
  paid,
  refunded,
  authorised,      // the channel holds the money
  captured,        // a part of what is held; the order is paid by the last one
  voided,          // what was held is free again
  booked,          // a top-up, transfer or adjustment
  already_booked,  // a second key for a fact that stands
  created,
  cancelled,
  closing,  // cancel is asked; an attempt outside is still open
  shipped,
  already_done,  // the step was taken before: the same state, nothing changed
  issued,        // a one-time token
  acquired,      // a lease
  renewed,
  released,
  performed,  // a caller's own function, made idempotent by the first layer
  rejected,   // it said no, for good
  resolved,   // a person's word that something failed stands now
  // Of messages (docs/reply.md, "Messages"):
  altered,      // known by its id or its meaning, and says something else now: nothing changed, kept for a person
  parked,       // cannot be applied: kept whole, with the reason, for a person
  early,        // kept: what it needs is not here yet, and it is tried again when that comes
  out_of_date,  // something newer was seen of this order: acknowledged, nothing changed
  skipped,      // the order's state has no place for it any more: acknowledged, recorded, nothing changed
  applied,      // the message had its effect, now
};

inline constexpr std::array all_outcomes = {Outcome::key_reused,
                                            Outcome::reference_reused,
                                            Outcome::key_expired,
                                            Outcome::response_gone,
                                            Outcome::in_progress,
                                            Outcome::lease_held,
                                            Outcome::lease_lost,
                                            Outcome::token_refused,
                                            Outcome::later,
                                            Outcome::outcome_unknown,
                                            Outcome::unavailable,
                                            Outcome::order_unknown,
                                            Outcome::account_unknown,
                                            Outcome::channel_unknown,
                                            Outcome::sku_unknown,
                                            Outcome::amount_mismatch,
                                            Outcome::version_mismatch,
                                            Outcome::out_of_order,
                                            Outcome::over_refund,
                                            Outcome::over_capture,
                                            Outcome::out_of_stock,
                                            Outcome::coupon_refused,
                                            Outcome::period_closed,
                                            Outcome::already_paid,
                                            Outcome::declined,
                                            Outcome::paid,
                                            Outcome::refunded,
                                            Outcome::authorised,
                                            Outcome::captured,
                                            Outcome::voided,
                                            Outcome::booked,
                                            Outcome::already_booked,
                                            Outcome::created,
                                            Outcome::cancelled,
                                            Outcome::closing,
                                            Outcome::shipped,
                                            Outcome::already_done,
                                            Outcome::issued,
                                            Outcome::acquired,
                                            Outcome::renewed,
                                            Outcome::released,
                                            Outcome::performed,
                                            Outcome::rejected,
                                            Outcome::resolved,
                                            Outcome::altered,
                                            Outcome::parked,
                                            Outcome::early,
                                            Outcome::out_of_date,
                                            Outcome::skipped,
                                            Outcome::applied};

/// What may be kept of an outcome (idempotency.md R13): decided by what happened, never by a status number.
enum class Keeping {
  final_answer,      // stored with its key and replayed byte for byte
  nothing_happened,  // not stored: the claim is given back, a retry runs
  open,              // a call outside has begun: the key stays, marked unknown
};

[[nodiscard]] std::string_view name(Outcome outcome);
[[nodiscard]] std::optional<Outcome> outcome_named(std::string_view name);
/// A sentence for people.
[[nodiscard]] Text sentence(Outcome outcome);
[[nodiscard]] Keeping keeping(Outcome outcome);
/// The caller has what it wanted: done now, or done before.
[[nodiscard]] bool succeeded(Outcome outcome);
/// Whether the same request, unchanged and with the same key, may get another answer later.
[[nodiscard]] bool retry_may_differ(Outcome outcome);
/// The status this answer has on the wire (idempotency.md 1.4): 409 = retry unchanged, 422 = change something.
[[nodiscard]] int http_status(Outcome outcome);
/// The status a program ends with after this answer (docs/reply.md): 0 done, 10 refused, 11 later, 12 key spent, 13 unknown.
[[nodiscard]] int exit_code(Outcome outcome);

}  // namespace payonce
