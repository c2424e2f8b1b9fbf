#pragma once

#include <optional>
#include <string_view>

namespace payonce {

/// The named points of a payment: words of the product, not of its tests. The product announces each just before it does
/// what the word says; a crash or a change of actors may fall there (laboratory.md 2.1).
enum class Step {
  key_claim,       // the key is about to be claimed
  window_gate,     // the dedup window is about to be asked
  stock_reserve,   // the goods of a new order are about to be reserved, its coupon to be used
  order_advance,   // the order is about to take its step
  channel_charge,  // the intent is committed, the call outside is about to be made
  channel_answer,  // the channel has answered, nothing of it is written yet
  book_tx,         // the voucher is about to be booked
  key_finish,      // the answer is about to be stored with its key
  reply_send,      // everything is committed, the caller has not been told yet
  recon_scan,      // a reconciliation is about to read
  token_gap,       // a naive laboratory alone: the token was looked at in one transaction, the work follows in another
  naive_gap,       // a naive laboratory alone: a layer has looked in one transaction, the work follows in another
  recon_fix,       // a completer is about to mend what was left open
  message_take,    // a message is about to be looked at
  message_mark,    // its mark is about to be written
  event_publish,   // events are written and flushed, and about to be marked as told
};

/// "key.claim", "window.gate", … as printed and as scenarios spell them.
[[nodiscard]] std::string_view label(Step step);
[[nodiscard]] std::optional<Step> step_named(std::string_view label);

}  // namespace payonce
