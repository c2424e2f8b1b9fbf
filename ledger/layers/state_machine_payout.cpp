#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/state_machine_order.hpp"
#include "ledger/orders/payout.hpp"
#include "ledger/values/invariant.hpp"

// Payouts: announced → arrived or returned; what is in transit (1150) is each payout's own, and nothing once it has ended.
namespace payonce::state_machine {
namespace {

using orders::Payout;
using orders::PayoutStatus;

PayoutStatus status_of(Verb verb) {
  if (verb == Verb::payout_announce) return PayoutStatus::announced;
  return verb == Verb::payout_arrive ? PayoutStatus::arrived : PayoutStatus::returned;
}

journal::Event event_of(PayoutStatus status, bool to_us) {
  using journal::Event;
  switch (status) {
    case PayoutStatus::announced: return to_us ? Event::payout_announced : Event::claim_announced;
    case PayoutStatus::arrived: return to_us ? Event::payout_arrived : Event::claim_arrived;
    case PayoutStatus::returned: break;
  }
  return to_us ? Event::payout_returned : Event::claim_returned;
}

Money signed_amount(const Payout& payout) {
  return payout.to_us ? payout.amount : Money(-payout.amount.minor(), payout.amount.currency());
}

void draft(Tx& tx, Passage& pay, const Payout& payout, PayoutStatus to) {
  pay.draft = pen(tx, pay, payout.channel).draft(event_of(to, payout.to_us), pay.fact, {}, payout.amount);
}

Verdict announce(Tx& tx, Passage& pay) {
  const Money& amount = *pay.request->amount;
  const bool to_us = amount.minor() > 0;
  const Payout payout{.channel = pay.request->target,
                      .reference = pay.request->reference->text(),
                      .to_us = to_us,
                      .amount = to_us ? amount : Money(-amount.minor(), amount.currency())};
  pay.answer.amount = amount;
  if (const auto known = orders::find_payout(tx, payout.channel, payout.reference)) {
    return booked_before(tx, pay, signed_amount(*known));
  }
  draft(tx, pay, payout, PayoutStatus::announced);
  pay.effect = [payout](Tx& writing, Passage& going) {
    orders::insert_payout(writing, payout, going.now_ns);
    return Verdict::pass();
  };
  return Verdict::pass();
}

Verdict end(Tx& tx, Passage& pay, PayoutStatus to) {
  const auto payout = orders::find_payout(tx, pay.request->target, pay.request->reference->text());
  if (!payout) return pay.say(me, Outcome::out_of_order, "payout_unknown");
  const Money amount = signed_amount(*payout);
  if (payout->status == to) return booked_before(tx, pay, amount);
  pay.answer.amount = amount;
  if (pay.request->amount && *pay.request->amount != amount) {
    return pay.say(me, Outcome::amount_mismatch, "other_amount");
  }
  if (payout->status != PayoutStatus::announced) {
    pay.note(me, Finding::state_refuses);
    return pay.say(me, Outcome::out_of_order, name(payout->status));
  }
  draft(tx, pay, *payout, to);
  pay.effect = [payout = *payout, to](Tx& writing, Passage& going) {
    writing.because("payout");
    invariant(orders::step(writing, payout, to, going.now_ns), "a payout read in this transaction can take its step");
    return Verdict::pass();
  };
  return Verdict::pass();
}

}  // namespace

Verdict permit_payout(Tx& tx, Passage& pay) {
  const PayoutStatus to = status_of(pay.request->verb);
  pay.fact = "payout:" + pay.request->target + ":" + pay.request->reference->text() + "." + std::string(name(to));
  return to == PayoutStatus::announced ? announce(tx, pay) : end(tx, pay, to);
}

}  // namespace payonce::state_machine
