#pragma once

#include "ledger/channel/channel.hpp"
#include "ledger/layer.hpp"
#include "ledger/orders/suspense.hpp"
#include "ledger/store/store.hpp"

/// Third layer. One business fact takes effect once, and only in its turn: conditional updates, judged by their row count.
/// Stops: repeats and late messages for an order that has moved on, a second payment, a refund beyond what was captured.
/// Lets through: a booking by a path that never asked it. The unique constraint stands behind.
/// Source: ledger.md 2; article A, scheme two (state machine with conditional update).
namespace payonce::state_machine {

// --- a payment from the buyer's balance: one transaction -----------------------------------------------------------------

/// May this order be paid now, with this amount, at this version? Reads only. Drafts the voucher.
Verdict permit(Tx& tx, Passage& pay);
/// The step itself.
Verdict advance(Tx& tx, Passage& pay);

// --- a payment through a channel: begun and committed, asked outside, settled --------------------------------------------

/// May it be begun, and is there an attempt of this same key to go on with?
Verdict permit_outside(Tx& tx, Passage& pay);
/// The attempt is written down before the channel is asked.
Verdict begin(Tx& tx, Passage& pay);
/// What the channel said becomes the attempt's and the order's state. One attempt settles an order; money that settles
/// nothing is drafted as money to return, with its refund written in the same transaction. Passes where something is to be
/// booked; the answer is set in every case.
Verdict settle(Tx& tx, Passage& pay, const ChannelAnswer& said);

// --- refunds --------------------------------------------------------------------------------------------------------------

/// Is there that much left to give back? Reads only; finds how the order was paid, drafts the voucher of a balance refund.
Verdict permit_refund(Tx& tx, Passage& pay);
/// From the payee's balance, at once.
Verdict refund_at_once(Tx& tx, Passage& pay);
/// Reserved under the cap and written as dispatched, before the channel is asked. Drafts the acceptance.
Verdict begin_refund(Tx& tx, Passage& pay);
/// What the channel said becomes the refund's and the order's state. Passes where something is to be booked.
Verdict settle_refund(Tx& tx, Passage& pay, const ChannelAnswer& said);

// --- what is booked beside payments: a row of its own, its step, and the draft ------------------------------------------------

/// Opens or closes a dispute. Reads only; the step is left in the passage, to be taken once the book covers it.
Verdict permit_dispute(Tx& tx, Passage& pay);
/// Announces a payout, or tells that it arrived or came back.
Verdict permit_payout(Tx& tx, Passage& pay);
/// Books money that belongs to nobody yet, says whose it is, or that it was given back.
Verdict permit_suspense(Tx& tx, Passage& pay);
/// What a channel moved and nothing of ours can take any more: into suspense, once for each number of the channel's, with the
/// request it answers as its reason. `moved` says which way and how much.
Verdict stray(Tx& tx, Passage& pay, const ChannelAnswer& said, const std::string& channel, const std::string& reference,
              const orders::Suspense& moved);

// --- money that is held: captured, freed, closed -----------------------------------------------------------------------------

/// May it be done, and is there an operation of this same key to go on with? `pay.operation` names the kind; `pay.attempt` the
/// attempt, where not the one that holds the order's money is meant. Reads only.
Verdict permit_operation(Tx& tx, Passage& pay);
/// The operation is written down before the channel is asked.
Verdict begin_operation(Tx& tx, Passage& pay);
/// What the channel said becomes the operation's, the attempt's and the order's state. Passes where something is to be booked.
Verdict settle_operation(Tx& tx, Passage& pay, const ChannelAnswer& said);
/// A channel says that a hold is over: what was not captured is free. Passes where something is to be booked.
Verdict lapse(Tx& tx, Passage& pay, const ChannelAnswer& said);

// --- the order itself -----------------------------------------------------------------------------------------------------

/// Cancels: at once where nothing outside is open, else the order is closing and ends by evidence.
Verdict cancel(Tx& tx, Passage& pay);
/// Its time is over: expired at once where nobody began to pay, else it is closing and ends by evidence. False: not yet, or ended.
[[nodiscard]] bool expire(Tx& tx, Passage& pay);
/// May it be shipped? Drafts the revenue of an own sale.
Verdict permit_ship(Tx& tx, Passage& pay);
/// Ships what is paid, once.
Verdict ship(Tx& tx, Passage& pay);

}  // namespace payonce::state_machine
