#include "ledger/layers/state_machine_order.hpp"

#include <array>

#include "ledger/journal/posting.hpp"
#include "ledger/values/invariant.hpp"
#include "ledger/values/split.hpp"
#include "schema/queries/attempts.hpp"
#include "schema/queries/state_machine.hpp"
#include "schema/queries/unique_constraint.hpp"

namespace payonce::state_machine {
namespace {

Verdict refuse(Passage& pay, Outcome outcome, std::string_view reason) {
  pay.note(me, Finding::state_refuses);
  return pay.say(me, outcome, reason);
}

Verdict unfit(Passage& pay, Outcome outcome, std::string_view reason) {
  pay.note(me, Finding::order_unfit);
  return pay.say(me, outcome, reason);
}

Verdict judge_status(Tx& tx, Passage& pay) {
  const orders::Order& order = *pay.order;
  switch (order.status) {
    case orders::OrderStatus::created:
    case orders::OrderStatus::paying: return Verdict::pass();
    case orders::OrderStatus::closing:
    case orders::OrderStatus::cancelled:
    case orders::OrderStatus::expired:
    case orders::OrderStatus::refunded: return refuse(pay, Outcome::out_of_order, name(order.status));
    case orders::OrderStatus::paid:
    case orders::OrderStatus::fulfilled: break;
  }
  pay.answer.voucher = orders::settling_voucher(tx, order);
  pay.answer.amount = Money(order.captured_minor, order.due.currency());  // what was paid may be less than was due
  return refuse(pay, Outcome::already_paid, name(order.status));
}

}  // namespace

Verdict mismatch(Passage& pay) {
  pay.answer.version = pay.order->version;
  return unfit(pay, Outcome::version_mismatch, "version");
}

journal::Pen pen(Tx& tx, const Passage& pay, std::string_view channel) { return {tx, pay.rules, pay.now_ns, channel}; }

journal::Draft of_order(const Passage& pay, journal::Draft draft) {
  draft.order_id = pay.order->id;
  return draft;
}

Parts parts_of(const orders::Order& order, const Money& before, const Money& amount) {
  const Currency currency = order.due.currency();
  const std::array weights = {order.due.minor() - order.tax_minor, order.tax_minor};
  const auto whole = split("amount", {order.captured_minor, currency}, weights);
  invariant(whole.has_value(), "what was captured has a net and a tax part");
  const auto parts = split_refund("amount", *whole, before, amount);
  invariant(parts.has_value(), "no more is given back than was captured");
  return {(*parts)[0], (*parts)[1]};
}

Verdict find_order(Tx& tx, Passage& pay) {
  pay.order = orders::find_order(tx, pay.request->target);
  if (!pay.order) return unfit(pay, Outcome::order_unknown, "order");
  pay.answer.amount = pay.order->due;
  return Verdict::pass();
}

Verdict find_payable(Tx& tx, Passage& pay) {
  if (const Verdict found = find_order(tx, pay); !found) return found;
  const orders::Order& order = *pay.order;
  if (const auto& amount = pay.request->amount; amount && *amount != order.due) {
    return unfit(pay, Outcome::amount_mismatch, amount->currency() == order.due.currency() ? "amount" : "currency");
  }
  if (pay.request->if_version && *pay.request->if_version != order.version) {
    return mismatch(pay);
  }
  if (!pay.settings.on(me)) return Verdict::pass();
  if (const Verdict stands = judge_status(tx, pay); !stands) return stands;
  if (order.expires_at_ns && *order.expires_at_ns <= pay.now_ns) return refuse(pay, Outcome::out_of_order, "expired");
  if (orders::holding_attempt(tx, order.id)) return refuse(pay, Outcome::out_of_order, "held");
  return Verdict::pass();
}

Verdict stand_behind(Passage& pay, orders::Attempt attempt) {
  const bool unknown = attempt.status == orders::AttemptStatus::unknown;
  pay.blocked_by = std::move(attempt);
  pay.answer.retry_after_ms = 1'000;
  return refuse(pay, unknown ? Outcome::outcome_unknown : Outcome::in_progress, "attempt_open");
}

bool take_settling_step(Tx& tx, Passage& pay, const Money& amount) {
  const std::int64_t voucher_id = journal::next_voucher_id(tx);
  if (!pay.settings.on(me)) {
    return tx.change(sql::state_machine::settle_without_condition{
               .amount = amount.minor(), .voucher_id = voucher_id, .now_ns = pay.now_ns, .order_id = pay.order->id}) ==
           1;
  }
  return tx.change(sql::state_machine::settle{.amount = amount.minor(),
                                              .voucher_id = voucher_id,
                                              .now_ns = pay.now_ns,
                                              .order_id = pay.order->id,
                                              .honour = pay.settings.honour_after_expiry ? 1 : 0}) == 1;
}

std::string_view unfit_answer(Tx& tx, const ChannelAnswer& said, const std::string& channel, const Money& amount) {
  if (said.amount && *said.amount != amount) return "channel_amount_differs";
  // Its number is that of another movement (or none): whose money moved cannot be told.
  const bool known =
      !said.channel_txn.empty() &&
      tx.one(sql::attempts::txn_known{.channel = channel, .channel_txn = said.channel_txn}, [](const Row&) {});
  return said.channel_txn.empty() || known ? "channel_txn_known" : "";
}

std::string owe_back(Tx& tx, Passage& pay, orders::Role role, const Money& amount) {
  const orders::Attempt& attempt = *pay.attempt;
  orders::Refund refund{.order_id = pay.order->id,
                        .attempt_id = attempt.id,
                        .cause = role == orders::Role::duplicate ? orders::Cause::duplicate : orders::Cause::late,
                        .cause_key = journal::surplus_cause(pay.order->number, name(role), attempt.n),
                        .amount = amount,
                        .channel = attempt.channel,
                        .reference = attempt.reference + ".back",
                        .channel_txn = std::nullopt};
  (void)orders::insert_refund(tx, refund, pay.now_ns);
  pay.note(me, Finding::state_role);
  return refund.cause_key;
}

Verdict booked_before(Tx& tx, Passage& pay, const Money& amount) {
  pay.answer.amount = amount;
  (void)tx.one(sql::unique_constraint::voucher_of{.business_key = pay.fact},
               [&](const Row& row) { pay.answer.voucher = std::string(row.text(1)); });
  (void)tx.one(sql::unique_constraint::order_of{.business_key = pay.fact}, [&](const Row& row) {
    pay.answer.subject_kind = "order";
    pay.answer.subject = std::string(row.text(0));
  });
  if (const auto& asked = pay.request->amount; asked && *asked != amount) {
    return pay.say(me, Outcome::reference_reused, "other_amount");
  }
  return pay.say(me, Outcome::already_booked, "fact_stands");
}

void end_closing(Tx& tx, Passage& pay) {
  if (pay.order->status != orders::OrderStatus::closing) return;
  if (tx.change(sql::state_machine::cancel{.now_ns = pay.now_ns, .order_id = pay.order->id}) == 1) {
    pay.order->status = pay.order->closing_for == orders::ClosingFor::expiry ? orders::OrderStatus::expired
                                                                             : orders::OrderStatus::cancelled;
  }
}

void cite(Tx& tx, const Passage& pay, const ChannelAnswer& said, std::string_view channel, std::string_view reference) {
  const std::string_view cause = name(pay.source);
  std::string words;
  switch (said.said) {
    case Said::approved: words = "approved "; break;
    case Said::declined: words = "declined "; break;
    case Said::gone: words = "over "; break;
    case Said::not_found:
    case Said::no_answer:
    case Said::not_sent: return tx.because(cause);
  }
  words += reference;
  if (!said.channel_txn.empty()) words += " as " + said.channel_txn;
  if (said.amount) words += ", " + said.amount->text();
  if (!pay.words.empty()) words += ": " + pay.words;
  tx.because(cause, orders::record_evidence(tx, pay.source, channel, words, pay.now_ns));
}

}  // namespace payonce::state_machine
