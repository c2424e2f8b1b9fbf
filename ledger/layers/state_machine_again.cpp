#include "ledger/layers/state_machine_order.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/refunds.hpp"
#include "schema/queries/unique_constraint.hpp"

// A refund that its channel refused is still owed, and goes another way: a row of its own that replaces the refused one, so that
// the order never gives back more than it captured (ledger.md 1.5, "refund definitely failed").
namespace payonce::state_machine {
namespace {

Verdict refuse(Passage& pay, std::string_view reason) {
  pay.note(me, Finding::state_refuses);
  return pay.say(me, Outcome::out_of_order, reason);
}

/// By the client's number for it, or by its whole cause as reports show it.
std::optional<orders::Refund> find_named(Tx& tx, const Passage& pay) {
  const std::string& named = pay.request->again->text();
  auto found = orders::refund_of_cause(tx, pay.order->number + ".refund." + named);
  if (!found) found = orders::refund_of_cause(tx, named);
  if (!found || found->order_id != pay.order->id) return std::nullopt;
  // One that went through after all ends the chain, whatever was sent behind it.
  while (found->status == orders::RefundStatus::failed) {
    auto later = orders::replacement_of(tx, found->id);
    if (!later) break;
    found = std::move(later);
  }
  return found;
}

std::string transfer_of(const Request& request) { return "bank transfer " + request.reference->text(); }

void draft_again(Tx& tx, Passage& pay, const orders::Refund& refused) {
  using journal::Event;
  orders::Refund refund{.order_id = refused.order_id,
                        .attempt_id = refused.attempt_id,
                        .cause = orders::Cause::failed,
                        .cause_key = pay.fact,
                        .amount = refused.amount,
                        .channel = std::nullopt,
                        .reference = std::nullopt,
                        .status = orders::RefundStatus::succeeded,
                        .replaces = refused.id};
  Event event = pay.request->by_bank ? Event::refund_by_bank : Event::refund_to_balance;
  if (pay.request->via) {
    refund.channel = pay.request->via->text();
    refund.reference = "payonce/" + pay.ledger_id + "/" + pay.fact;
    refund.status = orders::RefundStatus::dispatched;
    refund.holder = pay.key_hash;
    refund.dispatched = moment(pay.world);
    event = Event::refund_accepted_owed;
  }
  pay.draft = of_order(pay, pen(tx, pay).draft(event, pay.fact + (pay.request->via ? ".accepted" : ""),
                                               {{journal::Role::buyer, pay.order->buyer_id}}, refused.amount));
  // The number of the transfer, so that the bank's statement can be matched with it.
  if (pay.request->by_bank) pay.draft->reason = transfer_of(*pay.request);
  pay.refund = std::move(refund);
}

/// Whether it was sent the way that is asked for now: through this channel, by this bank transfer, or to the balance.
bool same_way(Tx& tx, const Passage& pay, const orders::Refund& sent) {
  if (pay.request->via || sent.channel) return pay.request->via && sent.channel == pay.request->via->text();
  std::optional<std::string> reason;
  (void)tx.one(sql::unique_constraint::reason_of{.business_key = sent.cause_key},
               [&](const Row& row) { reason = row.maybe_text(0); });
  return pay.request->by_bank ? reason == transfer_of(*pay.request) : !reason;
}

}  // namespace

Verdict permit_again(Tx& tx, Passage& pay) {
  const auto last = find_named(tx, pay);
  if (!last) return refuse(pay, "refund_unknown");
  pay.answer.amount = last->amount;
  if (pay.request->amount && *pay.request->amount != last->amount) {
    return pay.say(me, Outcome::amount_mismatch, "other_amount");
  }
  if (last->status != orders::RefundStatus::failed) {
    const bool mine = pay.resumed && last->holder == pay.key_hash;
    if (!mine && last->status == orders::RefundStatus::succeeded) {
      pay.answer.voucher = voucher_of(tx, *last);
      if (last->replaces && !same_way(tx, pay, *last)) return pay.say(me, Outcome::reference_reused, "other_way");
      return pay.say(me, Outcome::already_booked, "fact_stands");
    }
    if (!mine) return pay.say(me, Outcome::outcome_unknown, "refund_under_way");
    pay.fact = last->cause_key;
    pay.refund = *last;
    pay.note(me, Finding::attempt_found);
    return Verdict::pass();
  }
  if (!last->owed && last->cause == orders::Cause::customer) return refuse(pay, "refund_not_owed");
  pay.fact = last->cause_key + ".again";
  draft_again(tx, pay, *last);
  pay.note(me, Finding::state_admits);
  return Verdict::pass();
}

}  // namespace payonce::state_machine
