#pragma once

#include "ledger/channel/channel.hpp"
#include "ledger/journal/posting.hpp"
#include "ledger/layer.hpp"
#include "ledger/orders/suspense.hpp"
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
/// What a channel says it has held, of an attempt that asks for a hold. Drafts the memo voucher.
Verdict settle_authorised(Tx& tx, Passage& pay, const ChannelAnswer& said);
/// The number of the voucher that booked an operation, where one did.
[[nodiscard]] std::optional<std::string> voucher_of(View& view, const orders::Order& order,
                                                    const orders::Attempt& attempt, const orders::Operation& operation);
/// The number of the voucher that booked a refund that has succeeded.
[[nodiscard]] std::optional<std::string> voucher_of(View& view, const orders::Refund& refund);
/// The answer of an attempt that was authorised before, whatever became of the hold since.
Verdict answer_authorised(Tx& tx, Passage& pay);
/// Whose money a channel speaks of cannot be told: it names another amount, or a number it used before, or none.
[[nodiscard]] std::string_view unfit_answer(Tx& tx, const ChannelAnswer& said, const std::string& channel,
                                            const Money& amount);
/// Money of an attempt that settles nothing is owed to the customer: its refund, written in the same commit (ledger.md 2.3). Gives
/// the cause, which is the voucher's key too.
[[nodiscard]] std::string owe_back(Tx& tx, Passage& pay, orders::Role role, const Money& amount);
/// The fact that a channel's movement was booked as nobody's.
[[nodiscard]] std::string suspense_booked(const orders::Suspense& item);
/// A closing order whose last open attempt has ended is cancelled, or expired.
void end_closing(Tx& tx, Passage& pay);

/// Writes down what a channel said, as the evidence of the steps that follow in this transaction. Its silence is none.
void cite(Tx& tx, const Passage& pay, const ChannelAnswer& said, std::string_view channel, std::string_view reference);

}  // namespace payonce::state_machine
