#include "ledger/engine.hpp"
#include "ledger/engine_passage.hpp"
#include "ledger/journal/account.hpp"
#include "ledger/layer.hpp"
#include "ledger/layers/state_machine.hpp"
#include "ledger/messages/gate.hpp"

// Commands about the order itself. They carry no key: an order's number is one, and each step is conditional.
namespace payonce {

Verdict create_order(Tx& tx, Passage& pay, const OrderId& number, const AccountId& buyer, const AccountId& payee,
                     const Money& due) {
  const auto from = journal::find_account(tx, buyer.text());
  if (!from) return pay.say(Layer::journal, Outcome::account_unknown, "buyer");
  const auto to = journal::find_account(tx, payee.text());
  if (!to) return pay.say(Layer::journal, Outcome::account_unknown, "payee");
  if (from->currency != due.currency() || to->currency != due.currency()) {
    return pay.say(Layer::journal, Outcome::amount_mismatch, "currency");
  }
  if (const auto order = orders::find_order(tx, number.text())) {
    const bool same = order->buyer_id == from->id && order->payee_id == to->id && order->due == due;
    if (same) return pay.say(Layer::state_machine, Outcome::already_done, "order_exists");
    return pay.say(Layer::state_machine, Outcome::out_of_order, "order_exists_with_other_terms");
  }
  if (pay.settings.on(Layer::state_machine) && gate::has_tombstone(tx, number.text())) {
    pay.note(Layer::state_machine, Finding::tombstone_found);
    return pay.say(Layer::state_machine, Outcome::out_of_order, "tombstone");
  }
  (void)orders::insert_order(tx, number, {.buyer_id = from->id, .payee_id = to->id, .due = due}, pay.now_ns);
  return pay.say(Layer::state_machine, Outcome::created);
}

Reply Engine::create_order(const OrderId& number, const AccountId& buyer, const AccountId& payee, const Money& due) {
  return of_order(number, [&](Tx& tx, Passage& pay) {
    pay.answer.amount = due;
    return payonce::create_order(tx, pay, number, buyer, payee, due);
  });
}

Reply Engine::cancel_order(const OrderId& number) {
  return of_order(number, [&](Tx& tx, Passage& pay) {
    pay.order = orders::find_order(tx, number.text());
    return pay.order ? state_machine::cancel(tx, pay) : pay.say(Layer::state_machine, Outcome::order_unknown, "order");
  });
}

Reply Engine::ship_order(const OrderId& number) {
  return of_order(number, [&](Tx& tx, Passage& pay) {
    pay.order = orders::find_order(tx, number.text());
    return pay.order ? state_machine::ship(tx, pay) : pay.say(Layer::state_machine, Outcome::order_unknown, "order");
  });
}

Reply Engine::of_order(const OrderId& number, const std::function<Verdict(Tx&, Passage&)>& step) {
  Passage done = ledger_.store().atomically([&](Tx& tx) {
    Passage pay = enter(nullptr);
    pay.answer.subject_kind = "order";
    pay.answer.subject = number.text();
    (void)step(tx, pay);
    return pay;
  });
  return leave(done);
}

}  // namespace payonce
