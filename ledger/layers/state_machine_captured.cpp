#include "ledger/journal/posting.hpp"
#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/state_machine_order.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/state_machine.hpp"
#include "schema/queries/unique_constraint.hpp"

// What a channel said about money that is held: the operation's, the attempt's and the order's state, and the vouchers of
// ledger.md 1.5. The counters follow each other: operation, attempt, order.
namespace payonce::state_machine {
namespace {

using orders::OperationKind;

/// A draft of the passage's attempt, and of its operation where it asks one.
journal::Draft of_attempt(const Passage& pay, journal::Draft draft) {
  draft.attempt_id = pay.attempt->id;
  if (pay.operation) draft.operation_id = pay.operation->id;
  return of_order(pay, std::move(draft));
}

/// So much is captured of what is held, and so much of the hold is free.
journal::Draft captured(Tx& tx, const Passage& pay, journal::Event event, std::string fact, const Money& freed) {
  return of_attempt(pay, pen(tx, pay, pay.attempt->channel)
                             .draft(event, std::move(fact), {{journal::Role::payee, pay.order->payee_id}},
                                    {{journal::Part::amount, pay.operation->amount}, {journal::Part::freed, freed}}));
}

/// Of our own sale it is a prepayment until it is shipped, like a capture in one.
journal::Event capture_event(const orders::Order& order, bool ends) {
  if (ends) return order.sale ? journal::Event::captured_last_ahead : journal::Event::captured_last;
  return order.sale ? journal::Event::captured_part_ahead : journal::Event::captured_part;
}

/// Nobody can tell what this means for the money: it stays unknown, and a person should look.
Verdict puzzled(Tx& tx, Passage& pay, std::string_view reason) {
  (void)orders::leave_unknown(tx, *pay.operation, true, pay.now_ns);
  return pay.say(Layer::channel, Outcome::outcome_unknown, reason);
}

/// The order has it, by the next voucher; the attempt was stepped before.
void settle_by_hold(Tx& tx, Passage& pay, std::int64_t amount_minor) {
  const std::int64_t voucher_id = journal::next_voucher_id(tx);
  invariant(
      tx.change(sql::state_machine::settle_hold{
          .amount = amount_minor, .voucher_id = voucher_id, .now_ns = pay.now_ns, .order_id = pay.order->id}) == 1,
      "an order that is captured in parts can be settled by the last of them");
  pay.note(me, Finding::state_advanced, pay.order->version + 1);
}

Verdict capture_settles(Tx& tx, Passage& pay, bool ends, const Money& freed) {
  const orders::Operation& operation = *pay.operation;
  const Money& amount = operation.amount;
  invariant(orders::capture(tx, *pay.attempt, amount, orders::Role::settles, ends, pay.source, pay.now_ns),
            "a hold read in this transaction can be captured");
  if (ends) {
    settle_by_hold(tx, pay, amount.minor());
  } else {
    invariant(tx.change(sql::state_machine::capture_part{
                  .amount = amount.minor(), .now_ns = pay.now_ns, .order_id = pay.order->id}) == 1,
              "a capture begun for this order fits");
    pay.note(me, Finding::state_advanced, pay.order->version + 1);
  }
  pay.draft = captured(tx, pay, capture_event(*pay.order, ends),
                       ends ? journal::payment_fact(pay.order->number) : operation.business_key, freed);
  (void)pay.say(Layer::journal, ends ? Outcome::paid : Outcome::captured);
  return Verdict::pass();
}

/// Captured for an order that has ended, or is paid another way.
Verdict capture_too_late(Tx& tx, Passage& pay, bool ends, const Money& freed) {
  const orders::Operation& operation = *pay.operation;
  const orders::Role role = pay.order->settled() ? orders::Role::duplicate : orders::Role::late;
  const std::string cause = owe_back(tx, pay, role, operation.amount);
  invariant(orders::capture(tx, *pay.attempt, operation.amount, role, ends, pay.source, pay.now_ns),
            "a hold read in this transaction can be captured");
  pay.draft = captured(tx, pay, journal::Event::surplus_of_hold, cause, freed);
  end_closing(tx, pay);
  if (role == orders::Role::late) {
    (void)pay.say(me, Outcome::out_of_order, "late_payment_to_return");
  } else {
    (void)pay.say(me, Outcome::already_paid, "second_payment_to_return");
  }
  return Verdict::pass();
}

/// It was called failed, and meanwhile the hold is free, or the same was captured by another request.
bool overtaken(Tx& tx, const orders::Attempt& attempt, const orders::Operation& operation) {
  return !operation.open() &&
         (!attempt.holding() || operation.amount.minor() > attempt.held().minor() ||
          orders::operation_of_key(tx, operation.business_key) || orders::open_operation(tx, attempt.id));
}

Verdict settle_capture(Tx& tx, Passage& pay, const ChannelAnswer& said) {
  orders::Attempt& attempt = *pay.attempt;
  orders::Operation& operation = *pay.operation;
  if (overtaken(tx, attempt, operation)) {
    return stray(tx, pay, said, operation.channel, operation.reference, {.in = true, .amount = operation.amount});
  }
  if (!attempt.holding() || operation.amount.minor() > attempt.held().minor()) {
    return puzzled(tx, pay, "channel_amount_differs");
  }
  const bool ends = operation.last || operation.amount == attempt.held();
  const Money freed = ends ? attempt.held() : operation.amount;
  const bool order_takes =
      !pay.order->settled() && !pay.fact_stands &&
      (pay.order->status == orders::OrderStatus::paying ||
       (pay.order->status == orders::OrderStatus::closing && pay.order->closing_for == orders::ClosingFor::expiry &&
        pay.settings.honour_after_expiry)) &&
      attempt.role.value_or(orders::Role::settles) == orders::Role::settles;
  // What came too late is given back once an attempt; what comes behind that, a person must look at.
  if (!order_takes && attempt.role) {
    if (operation.open()) return puzzled(tx, pay, "channel_amount_differs");
    return stray(tx, pay, said, operation.channel, operation.reference, {.in = true, .amount = operation.amount});
  }
  invariant(orders::succeed(tx, operation, said.channel_txn, pay.source, pay.now_ns),
            "an operation read in this transaction can end");
  return order_takes ? capture_settles(tx, pay, ends, freed) : capture_too_late(tx, pay, ends, freed);
}

/// What was not captured is free. Ends captures in parts, and an order that is closing.
void free_rest(Tx& tx, Passage& pay, orders::AttemptStatus as) {
  orders::Attempt& attempt = *pay.attempt;
  const Money rest = attempt.held();
  invariant(orders::free_hold(tx, attempt, as, pay.source, pay.now_ns), "a hold read in this transaction can be freed");
  const bool settles = attempt.role == orders::Role::settles && !pay.order->settled();
  if (settles) settle_by_hold(tx, pay, 0);
  pay.draft = of_attempt(pay, pen(tx, pay).draft(journal::Event::hold_freed,
                                                 settles ? journal::payment_fact(pay.order->number)
                                                         : journal::freed_fact(pay.order->number, attempt.n),
                                                 {}, rest));
  if (!settles) end_closing(tx, pay);
  (void)pay.say(Layer::journal, Outcome::voided);
}

Verdict settle_void(Tx& tx, Passage& pay, const ChannelAnswer& said) {
  invariant(orders::succeed(tx, *pay.operation, said.channel_txn, pay.source, pay.now_ns),
            "an operation read in this transaction can end");
  if (!pay.attempt->holding()) return pay.say(Layer::journal, Outcome::voided, "found_settled");
  free_rest(tx, pay, orders::AttemptStatus::voided);
  return Verdict::pass();
}

/// The channel has promised never to act on the attempt: that is proof that it moved nothing and will not.
Verdict settle_close(Tx& tx, Passage& pay, const ChannelAnswer& said) {
  invariant(orders::succeed(tx, *pay.operation, said.channel_txn, pay.source, pay.now_ns),
            "an operation read in this transaction can end");
  if (pay.attempt->open()) (void)orders::fail(tx, *pay.attempt, pay.source, pay.now_ns);
  end_closing(tx, pay);
  return pay.say(me, Outcome::cancelled, "closed");
}

Verdict settle_done(Tx& tx, Passage& pay, const ChannelAnswer& said) {
  const orders::Operation& operation = *pay.operation;
  if (const auto unfit = unfit_answer(tx, said, operation.channel, operation.amount); !unfit.empty()) {
    return puzzled(tx, pay, unfit);
  }
  switch (operation.kind) {
    case OperationKind::capture: return settle_capture(tx, pay, said);
    case OperationKind::void_hold: return settle_void(tx, pay, said);
    case OperationKind::close: break;
  }
  return settle_close(tx, pay, said);
}

Verdict settle_not_done(Tx& tx, Passage& pay, Outcome outcome, std::string_view reason) {
  const bool concluded = reason == "channel_knows_nothing";
  (void)orders::fail(tx, *pay.operation, concluded ? orders::Source::silence : pay.source, pay.now_ns);
  return pay.say(Layer::channel, outcome, reason);
}

Verdict found_done(Tx& tx, Passage& pay, const ChannelAnswer& said) {
  const orders::Operation& operation = *pay.operation;
  if (said.amount && *said.amount != operation.amount) {
    return pay.say(Layer::channel, Outcome::outcome_unknown, "channel_amount_differs");
  }
  if (const auto voucher = voucher_of(tx, *pay.order, *pay.attempt, operation)) pay.answer.voucher = *voucher;
  if (operation.kind == OperationKind::void_hold) return pay.say(Layer::journal, Outcome::voided, "found_settled");
  if (operation.kind == OperationKind::close) return pay.say(me, Outcome::cancelled, "closed");
  const bool last = pay.attempt->status == orders::AttemptStatus::succeeded && pay.order->settled();
  return pay.say(Layer::journal, last ? Outcome::paid : Outcome::captured, "found_settled");
}

}  // namespace

Verdict settle_operation(Tx& tx, Passage& pay, const ChannelAnswer& said) {
  pay.world.step(Step::order_advance);
  pay.draft.reset();
  pay.answer.voucher.reset();
  pay.operation = orders::find_operation(tx, pay.operation->id);
  pay.attempt = orders::find_attempt(tx, pay.operation->attempt_id);
  pay.order = orders::find_order(tx, pay.attempt->order_id);
  invariant(pay.operation && pay.attempt && pay.order, "orders and what belongs to them are kept for ever");
  if (pay.operation->status == orders::OperationStatus::succeeded) return found_done(tx, pay, said);
  cite(tx, pay, said, pay.operation->channel, pay.operation->reference);
  const bool captures = pay.operation->kind == OperationKind::capture;
  switch (said.said) {
    case Said::approved: pay.note(Layer::channel, Finding::channel_approved); return settle_done(tx, pay, said);
    case Said::gone:
    case Said::declined:
      pay.note(Layer::channel, Finding::channel_declined);
      return settle_not_done(tx, pay, Outcome::declined, captures ? "capture_declined" : "void_declined");
    case Said::not_sent:
      pay.note(Layer::channel, Finding::channel_unreached);
      return settle_not_done(tx, pay, Outcome::unavailable, "channel_unreached");
    case Said::not_found:
      pay.note(Layer::channel, Finding::channel_knows_nothing);
      return settle_not_done(tx, pay, Outcome::unavailable, "channel_knows_nothing");
    case Said::no_answer: break;
  }
  pay.note(Layer::channel, Finding::channel_silent);
  (void)orders::leave_unknown(tx, *pay.operation, pay.for_review || pay.operation->needs_review, pay.now_ns);
  return pay.say(Layer::channel, Outcome::outcome_unknown, "channel_silent");
}

Verdict lapse(Tx& tx, Passage& pay, const ChannelAnswer& said) {
  pay.world.step(Step::order_advance);
  pay.attempt = orders::find_attempt(tx, pay.attempt->id);
  pay.order = orders::find_order(tx, pay.attempt->order_id);
  invariant(pay.attempt && pay.order, "orders and what belongs to them are kept for ever");
  // An operation that is open may have captured of it in time: its own end comes first.
  if (!pay.attempt->holding() || orders::open_operation(tx, pay.attempt->id)) {
    return pay.say(me, Outcome::in_progress, "operation_open");
  }
  cite(tx, pay, said, pay.attempt->channel, pay.attempt->reference);
  free_rest(tx, pay, orders::AttemptStatus::expired);
  return Verdict::pass();
}

Verdict settle_authorised(Tx& tx, Passage& pay, const ChannelAnswer& said) {
  orders::Attempt& attempt = *pay.attempt;
  if (!attempt.open() && attempt.status != orders::AttemptStatus::failed) {
    if (!said.amount || *said.amount == attempt.amount) return answer_authorised(tx, pay);
    if (!attempt.decided_by || *attempt.decided_by < orders::Source::query) orders::contradict(tx, attempt, pay.now_ns);
    return pay.say(Layer::channel, Outcome::outcome_unknown, "channel_amount_differs");
  }
  if (attempt.status == orders::AttemptStatus::failed && !attempt.concluded() &&
      orders::weaker(pay.source, attempt.decided_by)) {
    // What a person has confirmed in the face of a contradiction is not thrown into doubt by the same message once more.
    if (attempt.decided_by != orders::Source::manual) orders::contradict(tx, attempt, pay.now_ns);
    return pay.say(Layer::channel, Outcome::outcome_unknown, "weaker_evidence");
  }
  if (const auto unfit = unfit_answer(tx, said, attempt.channel, attempt.amount); !unfit.empty()) {
    (void)orders::leave_unknown(tx, attempt, true, pay.now_ns);
    return pay.say(Layer::channel, Outcome::outcome_unknown, unfit);
  }
  const auto open = orders::open_attempt(tx, pay.order->id);
  const bool wanted = pay.order->status == orders::OrderStatus::paying && !pay.fact_stands &&
                      (!open || open->id == attempt.id) && !orders::holding_attempt(tx, pay.order->id);
  invariant(orders::authorise(tx, attempt, said.channel_txn, pay.source, pay.now_ns),
            "an attempt read in this transaction can take its step");
  pay.draft =
      of_attempt(pay, pen(tx, pay).draft(journal::Event::authorised,
                                         journal::authorise_fact(pay.order->number, attempt.n), {}, attempt.amount));
  if (wanted) {
    (void)pay.say(Layer::journal, Outcome::authorised);
  } else {
    pay.note(me, Finding::state_role);
    (void)pay.say(me, Outcome::out_of_order, "hold_to_free");
  }
  return Verdict::pass();
}

Verdict answer_authorised(Tx& tx, Passage& pay) {
  (void)tx.one(
      sql::unique_constraint::voucher_of{.business_key = journal::authorise_fact(pay.order->number, pay.attempt->n)},
      [&](const Row& row) { pay.answer.voucher = std::string(row.text(1)); });
  return pay.say(Layer::journal, Outcome::authorised, "found_settled");
}

}  // namespace payonce::state_machine
