#include "ledger/layers/state_machine.hpp"

#include <algorithm>

#include "ledger/journal/posting.hpp"
#include "ledger/layers/state_machine_order.hpp"
#include "ledger/orders/basket.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/state_machine.hpp"

namespace payonce::state_machine {

Verdict permit(Tx& tx, Passage& pay) {
  if (const Verdict found = find_payable(tx, pay); !found) return found;
  const orders::Order& order = *pay.order;
  if (pay.settings.on(me) && order.status == orders::OrderStatus::paying) {
    if (auto open = orders::open_attempt(tx, order.id)) {
      return stand_behind(pay, *std::move(open));
    }
  }
  if (pay.settings.on(me)) {
    pay.note(me, Finding::state_admits);
  } else {
    (void)not_asked(pay, me);
  }
  pay.draft = of_order(
      pay,
      pen(tx, pay).draft(order.sale ? journal::Event::paid_from_balance_ahead : journal::Event::paid_from_balance,
                         journal::payment_fact(order.number),
                         {{journal::Role::buyer, order.buyer_id}, {journal::Role::payee, order.payee_id}}, order.due));
  return Verdict::pass();
}

Verdict advance(Tx& tx, Passage& pay) {
  tx.because("pay");
  pay.world.step(Step::order_advance);
  invariant(take_settling_step(tx, pay, pay.order->due), "an order found payable in this transaction can be paid");
  pay.note(me, Finding::state_advanced, pay.order->version + 1);
  (void)pay.say(Layer::journal, Outcome::paid);
  return Verdict::pass();
}

Verdict cancel(Tx& tx, Passage& pay) {
  tx.because("cancel");
  pay.world.step(Step::order_advance);
  const orders::Order& order = *pay.order;
  switch (order.status) {
    case orders::OrderStatus::cancelled: return pay.say(me, Outcome::already_done, "cancelled");
    case orders::OrderStatus::paid:
    case orders::OrderStatus::fulfilled:
    case orders::OrderStatus::expired:
    case orders::OrderStatus::refunded:
      pay.note(me, Finding::state_refuses);
      return pay.say(me, Outcome::out_of_order, name(order.status));
    case orders::OrderStatus::created:
    case orders::OrderStatus::paying:
    case orders::OrderStatus::closing: break;
  }
  if (const auto holding = orders::holding_attempt(tx, order.id);
      holding && order.status == orders::OrderStatus::paying) {
    if (holding->captured_minor > 0) {
      pay.note(me, Finding::state_refuses);
      return pay.say(me, Outcome::out_of_order, "partly_captured");
    }
    if (const auto open = orders::open_operation(tx, holding->id);
        open && open->kind == orders::OperationKind::capture) {
      pay.note(me, Finding::state_refuses);
      pay.answer.retry_after_ms = 1'000;
      return pay.say(me, Outcome::in_progress, "operation_open");
    }
  }
  (void)tx.change(sql::state_machine::close{
      .closing_for = name(orders::ClosingFor::cancel), .now_ns = pay.now_ns, .order_id = order.id});
  if (tx.change(sql::state_machine::cancel{.now_ns = pay.now_ns, .order_id = order.id}) == 1) {
    pay.note(me, Finding::state_advanced);
    return pay.say(me, Outcome::cancelled);
  }
  pay.note(me, Finding::attempt_found);
  return pay.say(me, Outcome::closing, "attempt_open");
}

bool expire(Tx& tx, Passage& pay) {
  tx.because("expiry");
  pay.world.step(Step::order_advance);
  if (tx.change(sql::state_machine::expire{.now_ns = pay.now_ns, .order_id = pay.order->id}) == 1) return true;
  if (tx.change(sql::state_machine::close{
          .closing_for = name(orders::ClosingFor::expiry), .now_ns = pay.now_ns, .order_id = pay.order->id}) != 1) {
    return false;
  }
  (void)tx.change(sql::state_machine::cancel{.now_ns = pay.now_ns, .order_id = pay.order->id});
  return true;
}

Verdict permit_ship(Tx& tx, Passage& pay) {
  const orders::Order& order = *pay.order;
  if (order.status == orders::OrderStatus::fulfilled) return pay.say(me, Outcome::already_done, "fulfilled");
  if (order.status != orders::OrderStatus::paid) {
    pay.note(me, Finding::state_refuses);
    return pay.say(me, Outcome::out_of_order, name(order.status));
  }
  const auto lines = orders::lines_of(tx, order);
  const bool nothing_left =
      !lines.empty() && std::all_of(lines.begin(), lines.end(),
                                    [](const orders::OrderLine& line) { return line.withheld == line.quantity; });
  if (nothing_left) {
    pay.note(me, Finding::state_refuses);
    return pay.say(me, Outcome::out_of_order, "nothing_to_ship");
  }
  // What was given back before is not sold.
  const Money sold = order.refundable();
  if (!order.sale || sold.minor() == 0) return Verdict::pass();
  const Parts parts = parts_of(order, order.given_back(), sold);
  pay.draft = of_order(
      pay, pen(tx, pay).draft(
               journal::Event::fulfilled, order.number + ".ship.1", {{journal::Role::payee, order.payee_id}},
               {{journal::Part::amount, sold}, {journal::Part::net, parts.net}, {journal::Part::tax, parts.tax}}));
  return Verdict::pass();
}

Verdict ship(Tx& tx, Passage& pay) {
  tx.because("ship");
  pay.world.step(Step::order_advance);
  invariant(tx.change(sql::state_machine::fulfil{.now_ns = pay.now_ns, .order_id = pay.order->id}) == 1,
            "an order found shippable in this transaction can be shipped");
  pay.note(me, Finding::state_advanced, pay.order->version + 1);
  (void)pay.say(me, Outcome::shipped);
  return Verdict::pass();
}

}  // namespace payonce::state_machine
