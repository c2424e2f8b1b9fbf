#include "ledger/journal/posting.hpp"
#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/state_machine_order.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/unique_constraint.hpp"

// What is asked about an attempt: may it be begun, and writing it down before its channel is asked (ledger.md 2.1 and 2.2).
namespace payonce::state_machine {
namespace {

using orders::OperationKind;

Verdict refuse(Passage& pay, Outcome outcome, std::string_view reason) {
  pay.note(me, Finding::state_refuses);
  return pay.say(me, outcome, reason);
}

/// An operation of this fact that stands: the answer follows from its state.
Verdict answer_by_state(Tx& tx, Passage& pay) {
  const orders::Operation& operation = *pay.operation;
  const bool captures = operation.kind == OperationKind::capture;
  if (operation.status == orders::OperationStatus::failed) {
    return pay.say(Layer::channel, Outcome::declined, captures ? "capture_declined" : "void_declined");
  }
  if (operation.open()) return pay.say(Layer::channel, Outcome::outcome_unknown, "channel_silent");
  const bool settled = pay.attempt->status == orders::AttemptStatus::succeeded;
  if (const auto voucher = voucher_of(tx, *pay.order, *pay.attempt, operation)) pay.answer.voucher = *voucher;
  if (!captures) return pay.say(Layer::journal, Outcome::voided, "found_settled");
  return pay.say(Layer::journal, settled && pay.order->settled() ? Outcome::paid : Outcome::captured, "found_settled");
}

/// Nothing is held: why, is what the caller needs to know.
Verdict answer_nothing_held(Tx& tx, Passage& pay) {
  const orders::Order& order = *pay.order;
  const bool voids = *pay.asks == OperationKind::void_hold;
  const auto attempts = orders::attempts_of(tx, order.id);
  if (voids && !attempts.empty() && attempts.back().status == orders::AttemptStatus::voided) {
    return pay.say(me, Outcome::already_done, "voided");
  }
  if (!voids && order.settled()) {
    pay.answer.voucher = orders::settling_voucher(tx, order);
    pay.answer.amount = Money(order.captured_minor, order.due.currency());  // what was paid may be less than was due
    return refuse(pay, Outcome::already_paid, name(order.status));
  }
  const bool waiting = order.status == orders::OrderStatus::created || order.status == orders::OrderStatus::paying;
  return refuse(pay, Outcome::out_of_order, waiting ? "nothing_held" : name(order.status));
}

Verdict judge_amount(Passage& pay) {
  const Money left = *pay.asks == OperationKind::close ? pay.attempt->amount : pay.attempt->held();
  const Money amount = pay.request->amount.value_or(left);
  pay.answer.amount = amount;
  if (amount.currency() != left.currency()) return refuse(pay, Outcome::amount_mismatch, "currency");
  if (amount.minor() > left.minor()) {
    pay.answer.amount = left;
    return refuse(pay, Outcome::over_capture, "held_left");
  }
  pay.operation = orders::Operation{.attempt_id = pay.attempt->id,
                                    .kind = *pay.asks,
                                    .last = pay.request->last,
                                    .business_key = pay.fact,
                                    .channel = pay.attempt->channel,
                                    .reference = {},
                                    .amount = amount,
                                    .holder = pay.key_hash};
  return Verdict::pass();
}

}  // namespace

std::optional<std::string> voucher_of(View& view, const orders::Order& order, const orders::Attempt& attempt,
                                      const orders::Operation& operation) {
  std::optional<std::string> number;
  const auto look = [&](const std::string& key) {
    if (number) return;
    (void)view.one(sql::unique_constraint::voucher_of{.business_key = key},
                   [&](const Row& row) { number = std::string(row.text(1)); });
  };
  // What ended the captures of an order is booked as its payment.
  look(operation.kind == OperationKind::capture ? operation.business_key
                                                : journal::freed_fact(order.number, attempt.n));
  if (attempt.role == orders::Role::settles && attempt.status == orders::AttemptStatus::succeeded) {
    look(journal::payment_fact(order.number));
  }
  return number;
}

Verdict permit_operation(Tx& tx, Passage& pay) {
  if (const Verdict found = find_order(tx, pay); !found) return found;
  if (auto mine = orders::operation_of_key(tx, pay.fact)) {
    pay.operation = std::move(mine);
    pay.attempt = orders::find_attempt(tx, pay.operation->attempt_id);
    pay.answer.amount = pay.operation->amount;
    if (pay.resumed) {
      pay.note(me, Finding::attempt_found);
      return pay.operation->open() ? Verdict::pass() : answer_by_state(tx, pay);
    }
    // Another key for a fact that stands: the layer behind tells it.
    if (pay.settings.on(Layer::unique_constraint)) return Verdict::pass();
    return answer_by_state(tx, pay);
  }
  if (!pay.attempt) pay.attempt = orders::holding_attempt(tx, pay.order->id);
  if (!pay.attempt) return answer_nothing_held(tx, pay);
  const bool fits = *pay.asks == OperationKind::close ? pay.attempt->open() : pay.attempt->holding();
  if (!fits) return answer_nothing_held(tx, pay);
  if (const auto open = orders::open_operation(tx, pay.attempt->id)) {
    const bool unknown = open->status == orders::OperationStatus::unknown;
    pay.answer.retry_after_ms = 1'000;
    return refuse(pay, unknown ? Outcome::outcome_unknown : Outcome::in_progress, "operation_open");
  }
  if (*pay.asks == OperationKind::capture && pay.order->status != orders::OrderStatus::paying) {
    return refuse(pay, Outcome::out_of_order, name(pay.order->status));
  }
  if (const Verdict fits_hold = judge_amount(pay); !fits_hold) return fits_hold;
  pay.note(me, Finding::state_admits);
  return Verdict::pass();
}

Verdict begin_operation(Tx& tx, Passage& pay) {
  if (pay.operation->id != 0) return Verdict::pass();
  tx.because(name(pay.operation->kind));
  pay.world.step(Step::order_advance);
  orders::insert_operation(tx, *pay.operation, *pay.attempt, moment(pay.world));
  pay.note(me, Finding::attempt_begun, pay.operation->n);
  return Verdict::pass();
}

}  // namespace payonce::state_machine
