#include <algorithm>

#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/state_machine_order.hpp"
#include "ledger/orders/dispute.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/refunds.hpp"

// Disputes: opened → won, lost or withdrawn, and lost → won (ledger.md 2.4). What an order was charged back follows by a rule of
// the schema. Messages of channels about disputes will take the same way.
namespace payonce::state_machine {
namespace {

using orders::Dispute;
using orders::DisputeStatus;

std::string fact_of(const Dispute& dispute, std::string_view step) {
  return "dispute:" + dispute.channel + ":" + dispute.reference + "." + std::string(step);
}

Verdict open(Tx& tx, Passage& pay) {
  if (const Verdict found = find_order(tx, pay); !found) return found;
  const Request& request = *pay.request;
  const Currency currency = pay.order->due.currency();
  const Money fee = request.other_amount.value_or(Money(0, currency));
  if (request.amount->currency() != currency || fee.currency() != currency) {
    return pay.say(me, Outcome::amount_mismatch, "currency");
  }
  std::optional<orders::Attempt> attempt;
  (void)tx.one(sql::refunds::settling_attempt{.order_id = pay.order->id},
               [&](const Row& row) { attempt = orders::find_attempt(tx, row.integer(0)); });
  if (!attempt) {
    pay.note(me, Finding::state_refuses);
    return pay.say(me, Outcome::out_of_order, "not_by_channel");
  }
  Dispute dispute{.order_id = pay.order->id,
                  .attempt_id = attempt->id,
                  .channel = attempt->channel,
                  .reference = request.reference->text(),
                  .amount = *request.amount,
                  .fee = fee,
                  .excess_minor = std::max<std::int64_t>(0, request.amount->minor() - attempt->captured_minor)};
  pay.answer.amount = dispute.amount;
  pay.fact = fact_of(dispute, name(DisputeStatus::opened));
  if (const auto known = orders::find_disputes(tx, dispute.channel, dispute.reference); !known.empty()) {
    if (known.front().order_id != dispute.order_id) return pay.say(me, Outcome::reference_reused, "other_order");
    return booked_before(tx, pay, known.front().amount);
  }
  const auto whole = add("fee", dispute.amount, fee);
  if (!whole || whole->minor() > amount_cap_minor) return pay.say(me, Outcome::amount_mismatch, "amount_overflow");
  pay.draft = of_order(
      pay,
      pen(tx, pay, dispute.channel)
          .draft(journal::Event::dispute_opened, pay.fact, {},
                 {{journal::Part::amount, dispute.amount}, {journal::Part::fee, fee}, {journal::Part::whole, *whole}}));
  pay.effect = [dispute](Tx& writing, Passage& going) {
    writing.because("dispute");
    going.draft->dispute_id = orders::insert_dispute(writing, dispute, going.now_ns);
    return Verdict::pass();
  };
  return Verdict::pass();
}

journal::Event event_of(DisputeStatus from, DisputeStatus to) {
  if (to == DisputeStatus::lost) return journal::Event::dispute_lost;
  return from == DisputeStatus::lost ? journal::Event::dispute_lost_then_won : journal::Event::dispute_won;
}

Verdict close(Tx& tx, Passage& pay) {
  const Request& request = *pay.request;
  std::optional<std::string_view> channel;
  if (request.via) channel = request.via->text();
  const auto found = orders::find_disputes(tx, channel, request.target);
  if (found.empty()) return pay.say(me, Outcome::out_of_order, "dispute_unknown");
  if (found.size() > 1) return pay.say(me, Outcome::out_of_order, "name_the_channel");
  const Dispute& dispute = found.front();
  const DisputeStatus to = *orders::dispute_status_named(request.how);
  pay.order = orders::find_order(tx, dispute.order_id);
  pay.answer.subject_kind = "order";
  pay.answer.subject = pay.order->number;
  pay.answer.amount = dispute.amount;
  pay.fact = fact_of(dispute, name(to));
  if (dispute.status == to) return booked_before(tx, pay, dispute.amount);
  const bool open = dispute.status == DisputeStatus::opened;
  if (!open && !(dispute.status == DisputeStatus::lost && to == DisputeStatus::won)) {
    pay.note(me, Finding::state_refuses);
    return pay.say(me, Outcome::out_of_order, name(dispute.status));
  }
  // Of the fee comes back what the channel says, never more than it took, and nothing with a dispute that is lost.
  const Money fee = request.other_amount.value_or(Money(0, dispute.amount.currency()));
  if (fee.currency() != dispute.amount.currency()) return pay.say(me, Outcome::amount_mismatch, "currency");
  if (fee.minor() > (to == DisputeStatus::lost ? 0 : dispute.fee.minor())) {
    return pay.say(me, Outcome::amount_mismatch, "fee_taken");
  }
  const Money whole(dispute.amount.minor() + fee.minor(), fee.currency());
  pay.draft = of_order(
      pay,
      pen(tx, pay, dispute.channel)
          .draft(event_of(dispute.status, to), pay.fact, {},
                 {{journal::Part::amount, dispute.amount}, {journal::Part::fee, fee}, {journal::Part::whole, whole}}));
  pay.draft->dispute_id = dispute.id;
  pay.effect = [dispute, to](Tx& writing, Passage& going) {
    writing.because("dispute");
    invariant(orders::step(writing, dispute, to, going.now_ns), "a dispute read in this transaction can take its step");
    return Verdict::pass();
  };
  return Verdict::pass();
}

}  // namespace

Verdict permit_dispute(Tx& tx, Passage& pay) {
  return pay.request->verb == Verb::dispute_open ? open(tx, pay) : close(tx, pay);
}

}  // namespace payonce::state_machine
