#pragma once

#include "ledger/channel/channel.hpp"
#include "ledger/journal/posting.hpp"
#include "ledger/layer.hpp"
#include "ledger/store/store.hpp"

/// What the parts of the third layer share: finding an order and judging whether it may be paid. Not for other layers.
namespace payonce::state_machine {

inline constexpr Layer me = Layer::state_machine;

/// Reads the request's order into the passage; answers where it is unknown.
Verdict find_order(Tx& tx, Passage& pay);
/// The order is not of the version the request names: the one that stands is told.
Verdict mismatch(Passage& pay);
/// The same, and answers where the amount, the version or the state does not allow a payment.
Verdict find_payable(Tx& tx, Passage& pay);
/// Somebody else's attempt is open: in progress, or unknown where its channel was asked already.
Verdict stand_behind(Passage& pay, orders::Attempt attempt);
/// Drafts by the posting rules, in this transaction; `channel` is whose receivable is meant.
[[nodiscard]] journal::Pen pen(Tx& tx, const Passage& pay, std::string_view channel = {});
/// The same draft, of the passage's order.
[[nodiscard]] journal::Draft of_order(const Passage& pay, journal::Draft draft);
/// What of an amount of an own sale is net and what is tax: of the part that begins where so much was given back. Cumulative, so
/// that any steps end at exactly the whole (ledger.md 1.2).
struct Parts {
  Money net;
  Money tax;
};
[[nodiscard]] Parts parts_of(const orders::Order& order, const Money& before, const Money& amount);
/// The conditional update that settles an order by the next voucher. False: this money settles nothing.
[[nodiscard]] bool take_settling_step(Tx& tx, Passage& pay, const Money& amount);
/// May a refund that its channel refused be sent another way? Drafts it.
Verdict permit_again(Tx& tx, Passage& pay);
/// The fact was booked before, with this amount: its voucher is the answer, unless another amount is asked for now.
Verdict booked_before(Tx& tx, Passage& pay, const Money& amount);
/// A closing order whose last open attempt has ended is cancelled.
void end_closing(Tx& tx, Passage& pay);

/// Writes down what a channel said, as the evidence of the steps that follow in this transaction. Its silence is none.
void cite(Tx& tx, const Passage& pay, const ChannelAnswer& said, std::string_view channel, std::string_view reference);

}  // namespace payonce::state_machine
