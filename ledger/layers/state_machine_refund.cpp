#include "ledger/journal/posting.hpp"
#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/state_machine_order.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/orders.hpp"
#include "schema/queries/refunds.hpp"
#include "schema/queries/state_machine.hpp"
#include "schema/queries/unique_constraint.hpp"

namespace payonce::state_machine {
namespace {

Verdict refuse(Passage& pay, Outcome outcome, std::string_view reason) {
  pay.note(me, Finding::state_refuses);
  return pay.say(me, outcome, reason);
}

/// A refund that stands: the answer follows from its state.
Verdict answer_by_state(Tx& tx, Passage& pay) {
  const orders::Refund& refund = *pay.refund;
  if (refund.status == orders::RefundStatus::failed) {
    return pay.say(Layer::channel, Outcome::declined, "refund_declined");
  }
  if (refund.status != orders::RefundStatus::succeeded) {
    return pay.say(Layer::channel, Outcome::outcome_unknown, "channel_silent");
  }
  pay.answer.voucher = voucher_of(tx, refund);
  return pay.say(Layer::journal, Outcome::refunded, "found_settled");
}

/// Where it is taken from: of an own sale the prepayment, or behind the shipment the sale itself, net and tax; else the payee.
void draft_way_back(Tx& tx, Passage& pay, const orders::Refund& refund) {
  using journal::Event;
  const orders::Order& order = *pay.order;
  const bool by_channel = refund.channel.has_value();
  const std::string fact = pay.fact + (by_channel ? ".accepted" : "");
  const journal::Pen drafting = pen(tx, pay);
  const std::initializer_list<journal::OnAccount> accounts = {{journal::Role::payee, order.payee_id},
                                                              {journal::Role::buyer, order.buyer_id}};
  if (order.sale && order.status == orders::OrderStatus::fulfilled) {
    const Parts parts = parts_of(order, order.given_back(), refund.amount);
    pay.draft = drafting.draft(
        by_channel ? Event::refund_accepted_of_sale : Event::refund_from_balance_of_sale, fact, accounts,
        {{journal::Part::amount, refund.amount}, {journal::Part::net, parts.net}, {journal::Part::tax, parts.tax}});
  } else if (order.sale) {
    pay.draft = drafting.draft(by_channel ? Event::refund_accepted_ahead : Event::refund_from_balance_ahead, fact,
                               accounts, refund.amount);
  } else {
    pay.draft =
        drafting.draft(by_channel ? Event::refund_accepted : Event::refund_from_balance, fact, accounts, refund.amount);
  }
  pay.draft->order_id = order.id;
  pay.draft->reason = pay.request->reason;
}

/// How the order was paid decides how it is given back.
void find_way_back(Tx& tx, Passage& pay, const Money& amount) {
  const orders::Order& order = *pay.order;
  orders::Refund refund{.order_id = order.id,
                        .attempt_id = std::nullopt,
                        .cause = orders::Cause::customer,
                        .cause_key = pay.fact,
                        .amount = amount,
                        .channel = std::nullopt,
                        .reference = std::nullopt,
                        .channel_txn = std::nullopt,
                        .status = orders::RefundStatus::succeeded};
  (void)tx.one(sql::refunds::settling_attempt{.order_id = order.id}, [&](const Row& row) {
    refund.attempt_id = row.integer(0);
    refund.channel = std::string(row.text(1));
    refund.reference = "payonce/" + pay.ledger_id + "/" + pay.fact;
    refund.status = orders::RefundStatus::dispatched;
    refund.holder = pay.key_hash;
    refund.dispatched = moment(pay.world);
  });
  draft_way_back(tx, pay, refund);
  pay.refund = std::move(refund);
}

/// Money that came from outside and goes to the buyer's balance: whoever asked is told where it is.
bool goes_another_way(Tx& tx, const Passage& pay) {
  if (pay.request->by_bank) return false;
  if (pay.refund->replaces) return true;
  const auto& voucher_id = pay.order->settled_by;
  return voucher_id && tx.one(sql::orders::paid_out_of_suspense{.voucher_id = *voucher_id}, [](const Row&) {});
}

/// What was reserved is given back now.
void confirm(Tx& tx, const Passage& pay) {
  invariant(tx.change(sql::state_machine::confirm_refund{
                .amount = pay.refund->amount.minor(), .now_ns = pay.now_ns, .order_id = pay.order->id}) == 1,
            "what is confirmed was reserved");
}

Verdict settle_approved(Tx& tx, Passage& pay, const ChannelAnswer& said) {
  orders::Refund& refund = *pay.refund;
  if (said.amount && *said.amount != refund.amount) {
    (void)orders::leave_unknown(tx, refund, true, pay.now_ns);
    return pay.say(Layer::channel, Outcome::outcome_unknown, "channel_amount_differs");
  }
  if (said.channel_txn.empty() ||
      tx.one(sql::refunds::txn_known{.channel = *refund.channel, .channel_txn = said.channel_txn}, [](const Row&) {})) {
    (void)orders::leave_unknown(tx, refund, true, pay.now_ns);
    return pay.say(Layer::channel, Outcome::outcome_unknown, "channel_txn_known");
  }
  const auto event = refund.open() ? journal::Event::refund_confirmed : journal::Event::refund_confirmed_late;
  invariant(orders::succeed(tx, refund, said.channel_txn, pay.source, pay.now_ns),
            "a refund read in this transaction can end");
  for (const orders::Refund& later : orders::sent_again(tx, refund)) orders::no_longer_owed(tx, later);
  if (refund.counted()) confirm(tx, pay);
  pay.draft =
      of_order(pay, pen(tx, pay, *refund.channel).draft(event, refund.cause_key + ".confirmed", {}, refund.amount));
  pay.draft->refund_id = refund.id;
  (void)pay.say(Layer::journal, Outcome::refunded);
  return Verdict::pass();
}

Verdict settle_declined(Tx& tx, Passage& pay) {
  orders::Refund& refund = *pay.refund;
  invariant(orders::fail(tx, refund, pay.source, pay.now_ns), "a refund read in this transaction can end");
  // It is still owed: the order keeps what it has reserved until the money goes another way (ledger.md 1.5).
  pay.draft =
      of_order(pay, pen(tx, pay).draft(journal::Event::refund_failed, refund.cause_key + ".failed", {}, refund.amount));
  pay.draft->refund_id = refund.id;
  (void)pay.say(Layer::channel, Outcome::declined, "refund_declined");
  return Verdict::pass();
}

}  // namespace

std::optional<std::string> voucher_of(View& view, const orders::Refund& refund) {
  std::optional<std::string> voucher;
  const std::string key = refund.cause_key + (refund.channel ? ".confirmed" : "");
  (void)view.one(sql::unique_constraint::voucher_of{.business_key = key},
                 [&](const Row& row) { voucher = std::string(row.text(1)); });
  return voucher;
}

Verdict permit_refund(Tx& tx, Passage& pay) {
  if (const Verdict found = find_order(tx, pay); !found) return found;
  if (pay.request->again) return permit_again(tx, pay);
  if (pay.resumed) {
    if (auto mine = orders::refund_of_cause(tx, pay.fact)) {
      pay.refund = std::move(mine);
      pay.answer.amount = pay.refund->amount;
      pay.note(me, Finding::attempt_found);
      return pay.refund->open() ? Verdict::pass() : answer_by_state(tx, pay);
    }
  }
  // A refund that stands is told by the layer behind, whatever the order allows by now: "more than is left" would mislead
  // somebody whose refund has happened.
  if (pay.settings.on(Layer::unique_constraint) && orders::refund_of_cause(tx, pay.fact)) return Verdict::pass();
  // Without the layer behind, what comes again under its number is one more.
  while (!pay.settings.on(Layer::unique_constraint) && orders::refund_of_cause(tx, pay.fact)) pay.fact += "+";
  const orders::Order& order = *pay.order;
  if (pay.request->if_version && *pay.request->if_version != order.version) return mismatch(pay);
  const Money left = order.refundable();
  const Money amount = pay.request->amount.value_or(left);
  pay.answer.amount = amount;
  if (amount.currency() != left.currency()) return refuse(pay, Outcome::amount_mismatch, "currency");
  if (order.status != orders::OrderStatus::paid && order.status != orders::OrderStatus::fulfilled) {
    const bool refunded = order.status == orders::OrderStatus::refunded;
    return refuse(pay, refunded ? Outcome::over_refund : Outcome::out_of_order, name(order.status));
  }
  if (order.charged_back_minor > 0 && !pay.request->despite_dispute)
    return refuse(pay, Outcome::out_of_order, "disputed");
  if (amount.minor() > left.minor() || amount.minor() < 1) {
    pay.answer.amount = left;
    return refuse(pay, Outcome::over_refund, "amount_left");
  }
  find_way_back(tx, pay, amount);
  pay.note(me, Finding::state_admits);
  return Verdict::pass();
}

Verdict refund_at_once(Tx& tx, Passage& pay) {
  tx.because("refund");
  pay.world.step(Step::order_advance);
  const orders::Refund& refund = *pay.refund;
  // The refund first: the schema lets the order's counters be nothing but the sums of its refunds.
  pay.draft->refund_id = orders::insert_refund(tx, refund, pay.now_ns);
  if (!refund.replaces) {
    invariant(tx.change(sql::state_machine::refund_at_once{
                  .amount = refund.amount.minor(), .now_ns = pay.now_ns, .order_id = pay.order->id}) == 1,
              "a refund permitted in this transaction fits");
  } else if (refund.counted()) {
    confirm(tx, pay);
  }
  pay.note(me, Finding::state_advanced, pay.order->version + 1);
  (void)pay.say(Layer::journal, Outcome::refunded, goes_another_way(tx, pay) ? "to_balance" : "");
  return Verdict::pass();
}

Verdict begin_refund(Tx& tx, Passage& pay) {
  if (pay.refund->id != 0) return Verdict::pass();
  tx.because("refund");
  pay.world.step(Step::order_advance);
  orders::Refund& refund = *pay.refund;
  refund.id = orders::insert_refund(tx, refund, pay.now_ns);
  // One that replaces another finds its money reserved.
  invariant(
      refund.replaces || tx.change(sql::state_machine::reserve_refund{
                             .amount = refund.amount.minor(), .now_ns = pay.now_ns, .order_id = pay.order->id}) == 1,
      "a refund permitted in this transaction fits");
  pay.draft->refund_id = refund.id;
  pay.note(me, Finding::attempt_begun);
  return Verdict::pass();
}

Verdict settle_refund(Tx& tx, Passage& pay, const ChannelAnswer& said) {
  pay.world.step(Step::order_advance);
  pay.draft.reset();
  pay.answer.voucher.reset();
  pay.refund = orders::find_refund(tx, pay.refund->id);
  pay.order = orders::find_order(tx, pay.refund->order_id);
  invariant(pay.refund && pay.order, "refunds and orders are kept for ever");
  if (pay.refund->status == orders::RefundStatus::failed && said.said == Said::approved) {
    // Called failed, and carried out all the same: it is owed no more, unless its money went another way meanwhile.
    bool gone = !pay.refund->owed;
    for (const orders::Refund& later : orders::sent_again(tx, *pay.refund)) {
      if (later.open()) return pay.say(Layer::channel, Outcome::outcome_unknown, "refund_under_way");
      gone = gone || later.status == orders::RefundStatus::succeeded;
    }
    if (gone) {
      return stray(tx, pay, said, *pay.refund->channel, *pay.refund->reference,
                   {.in = false, .amount = said.amount.value_or(pay.refund->amount)});
    }
  } else if (!pay.refund->open()) {
    return answer_by_state(tx, pay);
  }
  cite(tx, pay, said, *pay.refund->channel, *pay.refund->reference);
  switch (said.said) {
    case Said::approved: pay.note(Layer::channel, Finding::channel_approved); return settle_approved(tx, pay, said);
    case Said::declined: pay.note(Layer::channel, Finding::channel_declined); return settle_declined(tx, pay);
    case Said::not_sent: pay.note(Layer::channel, Finding::channel_unreached); break;
    case Said::gone:
    case Said::not_found: pay.note(Layer::channel, Finding::channel_knows_nothing); break;
    case Said::no_answer: pay.note(Layer::channel, Finding::channel_silent); break;
  }
  (void)orders::leave_unknown(tx, *pay.refund, pay.for_review || pay.refund->needs_review, pay.now_ns);
  return pay.say(Layer::channel, Outcome::outcome_unknown,
                 said.said == Said::not_sent ? "channel_unreached" : "channel_silent");
}

}  // namespace payonce::state_machine
