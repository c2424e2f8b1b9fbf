#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/state_machine_order.hpp"
#include "ledger/orders/suspense.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/orders.hpp"
#include "schema/queries/suspense.hpp"

// Money with no order, a charge with no record: it stands in 2900 until somebody knows whose it is (ledger.md 1.5).
namespace payonce::state_machine {
namespace {

using journal::Event;
using orders::Suspense;
using orders::SuspenseStatus;

std::string fact_of(const Suspense& item, std::string_view step) {
  return "suspense:" + item.channel + ":" + item.reference + "." + std::string(step);
}

Verdict refuse(Passage& pay, std::string_view reason) {
  pay.note(me, Finding::state_refuses);
  return pay.say(me, Outcome::out_of_order, reason);
}

/// The step that goes with the draft.
void leave_step(Passage& pay, const Suspense& item, SuspenseStatus to) {
  pay.effect = [item, to](Tx& writing, Passage& going) {
    writing.because("suspense");
    invariant(orders::step(writing, item, to, going.now_ns), "an item read in this transaction can take its step");
    return Verdict::pass();
  };
}

Verdict book_item(Tx& tx, Passage& pay) {
  const Suspense item{.channel = pay.request->target,
                      .reference = pay.request->reference->text(),
                      .in = pay.request->how == "in",
                      .amount = *pay.request->amount};
  pay.answer.amount = item.amount;
  pay.fact = suspense_booked(item);
  if (const auto known = orders::find_suspense(tx, item.channel, item.reference); !known.empty()) {
    if (known.front().in != item.in) return pay.say(me, Outcome::reference_reused, "other_amount");
    return booked_before(tx, pay, known.front().amount);
  }
  // Its movement of ours is in the book; a second booking of it would be found by nobody.
  if (orders::moved_for_us(tx, item.channel, item.reference)) {
    return pay.say(me, Outcome::reference_reused, "number_of_ours");
  }
  pay.draft =
      pen(tx, pay, item.channel).draft(item.in ? Event::suspense_in : Event::suspense_out, pay.fact, {}, item.amount);
  pay.effect = [item](Tx& writing, Passage& going) {
    orders::insert_suspense(writing, item, going.now_ns);
    return Verdict::pass();
  };
  return Verdict::pass();
}

/// Of an order that waits for exactly this money, it is its payment; of any other it is the customer's, and goes back.
Verdict to_order(Tx& tx, Passage& pay, const Suspense& item) {
  pay.order = orders::find_order(tx, pay.request->order->text());
  if (!pay.order) return pay.say(me, Outcome::order_unknown, "order");
  const orders::Order& order = *pay.order;
  pay.answer.subject_kind = "order";
  pay.answer.subject = order.number;
  if (order.due.currency() != item.amount.currency()) return pay.say(me, Outcome::amount_mismatch, "currency");
  const bool over = order.expires_at_ns && *order.expires_at_ns <= pay.now_ns;
  const bool waits = order.status == orders::OrderStatus::created && !over && order.due == item.amount;
  if (!waits) {
    pay.draft = of_order(pay, pen(tx, pay).draft(Event::suspense_in_to_return, pay.fact, {}, item.amount));
    leave_step(pay, item, SuspenseStatus::to_return);
    return Verdict::pass();
  }
  pay.fact = journal::payment_fact(order.number);
  pay.draft = of_order(pay, pen(tx, pay).draft(order.sale ? Event::paid_from_suspense_ahead : Event::paid_from_suspense,
                                               pay.fact, {{journal::Role::payee, order.payee_id}}, item.amount));
  pay.effect = [item](Tx& writing, Passage& going) {
    writing.because("suspense");
    invariant(orders::step(writing, item, SuspenseStatus::identified, going.now_ns), "an open item can be identified");
    invariant(take_settling_step(writing, going, item.amount), "an order found waiting can be paid");
    return Verdict::pass();
  };
  return Verdict::pass();
}

Verdict to_account(Tx& tx, Passage& pay, const Suspense& item) {
  const auto account = journal::find_account(tx, pay.request->counterpart->text());
  if (!account) return pay.say(Layer::journal, Outcome::account_unknown, "to");
  if (account->currency != item.amount.currency()) return pay.say(Layer::journal, Outcome::amount_mismatch, "currency");
  pay.draft = pen(tx, pay).draft(item.in ? Event::suspense_in_to_account : Event::suspense_out_to_account, pay.fact,
                                 {{journal::Role::account, account->id}}, item.amount);
  leave_step(pay, item, SuspenseStatus::identified);
  return Verdict::pass();
}

/// One currency of an exchange, at the value it is booked at; what it is beside that is the result of the exchange.
Verdict to_position(Tx& tx, Passage& pay, const Suspense& item) {
  const Money booked = pay.request->other_amount.value_or(item.amount);
  if (booked.currency() != item.amount.currency()) return pay.say(Layer::journal, Outcome::amount_mismatch, "currency");
  const std::int64_t over = item.amount.minor() - booked.minor();
  const std::int64_t gain = item.in ? over : -over;
  pay.draft = pen(tx, pay).draft(item.in ? Event::suspense_in_exchanged : Event::suspense_out_exchanged, pay.fact, {},
                                 {{journal::Part::amount, item.amount},
                                  {journal::Part::other, booked},
                                  {journal::Part::spread, Money(gain > 0 ? gain : 0, booked.currency())},
                                  {journal::Part::fee, Money(gain < 0 ? -gain : 0, booked.currency())}});
  leave_step(pay, item, SuspenseStatus::identified);
  return Verdict::pass();
}

/// Whether it was identified as what the request says: the fact it became, the account it went to.
bool is_as_asked(Tx& tx, Passage& pay, const Suspense& item) {
  const Request& request = *pay.request;
  std::string credited;  // where the voucher that identified it put it
  std::string order;
  (void)tx.one(sql::suspense::identified_as{.business_key = pay.fact}, [&](const Row& row) {
    credited = std::string(row.text(0));
    order = std::string(row.text(1));
  });
  if (credited.empty()) {  // it paid an order, which is the fact then
    if (!request.order) return false;
    const auto paid = orders::find_order(tx, request.order->text());
    if (!paid || !paid->settled_by || paid->due != item.amount) return false;
    pay.fact = journal::payment_fact(paid->number);
    return tx.one(sql::orders::paid_out_of_suspense{.voucher_id = *paid->settled_by}, [](const Row&) {});
  }
  if (request.order) return order == request.order->text();
  if (request.counterpart) return credited == request.counterpart->text();
  const bool returned = item.status == SuspenseStatus::to_return || item.status == SuspenseStatus::returned;
  if (!order.empty() || returned != (request.how == "to_return")) return false;
  if (request.how == "exchanged") return credited.starts_with("3100.") || credited.starts_with("5400.");
  return returned || credited.starts_with("5300.");
}

Verdict identify(Tx& tx, Passage& pay, const Suspense& item) {
  // Who asks the same again learns that it was done; who asks for something else, that it is too late.
  if (item.status != SuspenseStatus::open) {
    return is_as_asked(tx, pay, item) ? booked_before(tx, pay, item.amount) : refuse(pay, "identified");
  }
  const bool exchanged = pay.request->how == "exchanged";
  if (!item.in && !pay.request->counterpart && pay.request->how != "write_off" && !exchanged) {
    return refuse(pay, "charge_of_nobody");
  }
  if (pay.request->order) return to_order(tx, pay, item);
  if (pay.request->counterpart) return to_account(tx, pay, item);
  if (exchanged) return to_position(tx, pay, item);
  const bool returns = pay.request->how == "to_return";
  const Event written_off = item.in ? Event::suspense_in_written_off : Event::suspense_out_written_off;
  pay.draft = pen(tx, pay).draft(returns ? Event::suspense_in_to_return : written_off, pay.fact, {}, item.amount);
  leave_step(pay, item, returns ? SuspenseStatus::to_return : SuspenseStatus::identified);
  return Verdict::pass();
}

Verdict give_back(Tx& tx, Passage& pay, const Suspense& item) {
  pay.fact = fact_of(item, "returned");
  if (item.status == SuspenseStatus::returned) return booked_before(tx, pay, item.amount);
  if (item.status != SuspenseStatus::to_return) return refuse(pay, "not_to_return");
  pay.draft = pen(tx, pay).draft(Event::suspense_returned, pay.fact, {}, item.amount);
  pay.draft->reason = pay.request->reason;
  leave_step(pay, item, SuspenseStatus::returned);
  return Verdict::pass();
}

}  // namespace

std::string suspense_booked(const Suspense& item) { return fact_of(item, "booked"); }

Verdict permit_suspense(Tx& tx, Passage& pay) {
  if (pay.request->verb == Verb::suspense_book) return book_item(tx, pay);
  std::optional<std::string_view> channel;
  if (pay.request->via) channel = pay.request->via->text();
  const auto found = orders::find_suspense(tx, channel, pay.request->target);
  if (found.empty()) return refuse(pay, "suspense_unknown");
  if (found.size() > 1) return refuse(pay, "name_the_channel");
  pay.answer.amount = found.front().amount;
  pay.fact = fact_of(found.front(), "identified");
  return pay.request->verb == Verb::suspense_return ? give_back(tx, pay, found.front())
                                                    : identify(tx, pay, found.front());
}

}  // namespace payonce::state_machine
