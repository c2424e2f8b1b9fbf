#include "ledger/journal/posting.hpp"
#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/state_machine_order.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/attempts.hpp"
#include "schema/queries/state_machine.hpp"

namespace payonce::state_machine {
namespace {

/// An attempt that succeeded before: the answer follows from what its money became. Nothing is left to book.
Verdict answer_by_role(Tx& tx, Passage& pay) {
  switch (*pay.attempt->role) {
    case orders::Role::settles:
      pay.answer.voucher = orders::settling_voucher(tx, *pay.order);
      return pay.say(Layer::journal, Outcome::paid, "found_settled");
    case orders::Role::duplicate:
      pay.answer.voucher = orders::settling_voucher(tx, *pay.order);
      // Without this layer it was the voucher of the fact that told the second payment from the first.
      return pay.say(pay.settings.on(me) ? me : Layer::unique_constraint, Outcome::already_paid,
                     "second_payment_to_return");
    case orders::Role::late: break;
  }
  return pay.say(me, Outcome::out_of_order, pay.settings.drop_late ? "late_payment_dropped" : "late_payment_to_return");
}

/// Held, captured, or over: what was asked for has happened.
bool stands(const orders::Attempt& attempt) {
  return !attempt.open() && attempt.status != orders::AttemptStatus::failed;
}

/// Money that settles nothing is owed to the customer.
void give_back(Tx& tx, Passage& pay, orders::Role role) {
  const orders::Attempt& attempt = *pay.attempt;
  const std::string cause_key = owe_back(tx, pay, role, attempt.amount);
  pay.draft =
      of_order(pay, pen(tx, pay, attempt.channel).draft(journal::Event::surplus, cause_key, {}, attempt.amount));
  pay.draft->attempt_id = attempt.id;
}

Verdict settle_approved(Tx& tx, Passage& pay, const ChannelAnswer& said) {
  orders::Attempt& attempt = *pay.attempt;
  if (attempt.status == orders::AttemptStatus::succeeded) {
    if (!said.amount || *said.amount == attempt.amount) return answer_by_role(tx, pay);
    // What a channel has confirmed when it was asked, no message of its own accord throws into doubt again.
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
  const bool settles = !pay.fact_stands && take_settling_step(tx, pay, attempt.amount);
  const orders::Role role = settles                ? orders::Role::settles
                            : pay.order->settled() ? orders::Role::duplicate
                                                   : orders::Role::late;
  invariant(orders::succeed(tx, attempt, role, said.channel_txn, pay.source, pay.now_ns),
            "an attempt read in this transaction can take its step");
  if (settles) {
    pay.draft = of_order(pay, pen(tx, pay, attempt.channel)
                                  .draft(pay.order->sale ? journal::Event::captured_ahead : journal::Event::captured,
                                         journal::payment_fact(pay.order->number),
                                         {{journal::Role::payee, pay.order->payee_id}}, attempt.amount));
    pay.draft->attempt_id = attempt.id;
    pay.note(me, Finding::state_advanced, pay.order->version + 1);
    (void)pay.say(Layer::journal, Outcome::paid);
    return Verdict::pass();
  }
  // A laboratory's way: the order has moved on, and nobody writes down that the money came all the same.
  if (role != orders::Role::late || !pay.settings.drop_late) give_back(tx, pay, role);
  end_closing(tx, pay);
  (void)answer_by_role(tx, pay);
  return Verdict::pass();
}

Verdict settle_failed(Tx& tx, Passage& pay, Outcome outcome, std::string_view reason) {
  if (pay.attempt->purpose == orders::Purpose::authorise && stands(*pay.attempt)) return answer_authorised(tx, pay);
  if (pay.attempt->status == orders::AttemptStatus::succeeded) {
    if (outcome == Outcome::declined && pay.source > pay.attempt->decided_by) {
      orders::contradict(tx, *pay.attempt, pay.now_ns);
    }
    return answer_by_role(tx, pay);
  }
  const bool concluded = reason == "channel_knows_nothing";
  (void)orders::fail(tx, *pay.attempt, concluded ? orders::Source::silence : pay.source, pay.now_ns);
  end_closing(tx, pay);
  return pay.say(Layer::channel, outcome, reason);
}

}  // namespace

Verdict permit_outside(Tx& tx, Passage& pay) {
  if (pay.resumed) {
    // What this key began is gone on with, wherever the order stands by now: its money may have moved.
    pay.order = orders::find_order(tx, pay.request->target);
    if (pay.order) {
      if (auto open = orders::open_attempt(tx, pay.order->id); open && open->holder == pay.key_hash) {
        pay.answer.amount = pay.order->due;
        pay.attempt = std::move(open);
        pay.note(me, Finding::attempt_found, pay.attempt->n);
        return Verdict::pass();
      }
      for (const orders::Attempt& attempt : orders::attempts_of(tx, pay.order->id)) {
        if (attempt.holder != pay.key_hash || !stands(attempt)) continue;
        pay.answer.amount = pay.order->due;
        pay.attempt = attempt;
        return attempt.purpose == orders::Purpose::authorise ? answer_authorised(tx, pay) : answer_by_role(tx, pay);
      }
    }
  }
  if (const Verdict found = find_payable(tx, pay); !found) return found;
  if (!pay.settings.on(me)) return not_asked(pay, me);
  if (auto open = orders::open_attempt(tx, pay.order->id)) {
    return stand_behind(pay, *std::move(open));
  }
  pay.note(me, Finding::state_admits);
  return Verdict::pass();
}

Verdict begin(Tx& tx, Passage& pay) {
  if (pay.attempt) return Verdict::pass();
  const bool holds = pay.request->verb == Verb::authorise;
  tx.because(name(pay.request->verb));
  pay.world.step(Step::order_advance);
  (void)tx.change(sql::state_machine::begin{.now_ns = pay.now_ns, .order_id = pay.order->id});
  pay.attempt = orders::insert_attempt(
      tx, pay.ledger_id, pay.order->id, pay.order->number, holds ? orders::Purpose::authorise : orders::Purpose::charge,
      pay.request->via->text(), pay.order->due,
      holds ? std::optional(pay.request->hold.value_or(usual_hold)) : std::nullopt, pay.key_hash, moment(pay.world));
  pay.note(me, Finding::attempt_begun, pay.attempt->n);
  return Verdict::pass();
}

Verdict settle(Tx& tx, Passage& pay, const ChannelAnswer& said) {
  pay.world.step(Step::order_advance);
  // Read again: a notice or a completer may have been here while the channel was asked.
  pay.attempt = orders::find_attempt(tx, pay.attempt->id);
  pay.order = orders::find_order(tx, pay.attempt->order_id);
  invariant(pay.attempt && pay.order, "attempts and orders are kept for ever");
  cite(tx, pay, said, pay.attempt->channel, pay.attempt->reference);
  switch (said.said) {
    case Said::approved:
      pay.note(Layer::channel, Finding::channel_approved);
      return pay.attempt->purpose == orders::Purpose::authorise ? settle_authorised(tx, pay, said)
                                                                : settle_approved(tx, pay, said);
    case Said::gone:  // it was held, and is over before anybody here knew
    case Said::declined:
      pay.note(Layer::channel, Finding::channel_declined);
      return settle_failed(tx, pay, Outcome::declined, "channel_declined");
    case Said::not_sent:
      pay.note(Layer::channel, Finding::channel_unreached);
      return settle_failed(tx, pay, Outcome::unavailable, "channel_unreached");
    case Said::not_found:
      pay.note(Layer::channel, Finding::channel_knows_nothing);
      return settle_failed(tx, pay, Outcome::unavailable, "channel_knows_nothing");
    case Said::no_answer: break;
  }
  pay.note(Layer::channel, Finding::channel_silent);
  if (pay.attempt->purpose == orders::Purpose::authorise && stands(*pay.attempt)) return answer_authorised(tx, pay);
  if (pay.attempt->status == orders::AttemptStatus::succeeded) return answer_by_role(tx, pay);
  if (pay.attempt->status == orders::AttemptStatus::failed && pay.attempt->decided_by != orders::Source::silence) {
    // Its end is known by evidence, as by a close that the channel has confirmed.
    return pay.say(Layer::channel, Outcome::unavailable, "channel_knows_nothing");
  }
  (void)orders::leave_unknown(tx, *pay.attempt, pay.for_review || pay.attempt->needs_review, pay.now_ns);
  return pay.say(Layer::channel, Outcome::outcome_unknown, "channel_silent");
}

}  // namespace payonce::state_machine
