#include <algorithm>
#include <initializer_list>

#include "ledger/engine.hpp"
#include "ledger/engine_passage.hpp"
#include "ledger/journal/account.hpp"
#include "ledger/journal/posting.hpp"
#include "ledger/layer.hpp"
#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/state_machine_goods.hpp"
#include "ledger/layers/unique_constraint.hpp"
#include "ledger/messages/gate.hpp"
#include "schema/queries/orders.hpp"

// Commands about the order itself. They carry no key: an order's number is one, and each step is conditional.
namespace payonce {

Verdict create_order(Tx& tx, Passage& pay, const OrderId& number, const AccountId& buyer, const AccountId& payee,
                     const Money& due, const OrderExtras& extras) {
  const std::optional<Money>& tax = extras.tax;
  const auto from = journal::find_account(tx, buyer.text());
  if (!from) return pay.say(Layer::journal, Outcome::account_unknown, "buyer");
  const auto to = journal::find_account(tx, payee.text());
  if (!to) return pay.say(Layer::journal, Outcome::account_unknown, "payee");
  if (from->currency != due.currency() || to->currency != due.currency() ||
      (tax && tax->currency() != due.currency())) {
    return pay.say(Layer::journal, Outcome::amount_mismatch, "currency");
  }
  if (const auto order = orders::find_order(tx, number.text())) {
    const bool same = order->buyer_id == from->id && order->payee_id == to->id && order->due == due &&
                      order->tax_minor == (tax ? tax->minor() : 0) && orders::lines_of(tx, *order).empty();
    if (same) return pay.say(Layer::state_machine, Outcome::already_done, "order_exists");
    return pay.say(Layer::state_machine, Outcome::out_of_order, "order_exists_with_other_terms");
  }
  if (tax && tax->minor() > 0 && to->kind != journal::AccountClass::income) {
    return pay.say(Layer::journal, Outcome::amount_mismatch, "tax_of_no_sale");
  }
  if (pay.settings.keeps(Layer::state_machine) && gate::has_tombstone(tx, number.text())) {
    pay.note(Layer::state_machine, Finding::tombstone_found);
    return pay.say(Layer::state_machine, Outcome::out_of_order, "tombstone");
  }
  (void)orders::insert_order(tx, number,
                             {.buyer_id = from->id,
                              .payee_id = to->id,
                              .due = due,
                              .tax_minor = tax ? tax->minor() : 0,
                              .expires_at_ns = extras.expires_at_ns},
                             pay.now_ns);
  return pay.say(Layer::state_machine, Outcome::created);
}

namespace {

/// Only while the order has this version. One more, and in a state the step leads to: that was this very step, asked again.
Verdict has_version(Passage& pay, std::optional<std::int64_t> if_version,
                    std::initializer_list<orders::OrderStatus> behind) {
  const orders::Order& order = *pay.order;
  if (!if_version || *if_version == order.version) return Verdict::pass();
  const bool behind_it = std::find(behind.begin(), behind.end(), order.status) != behind.end();
  if (order.version == *if_version + 1 && behind_it) return Verdict::pass();
  pay.answer.version = order.version;
  pay.note(Layer::state_machine, Finding::order_unfit);
  return pay.say(Layer::state_machine, Outcome::version_mismatch, "version");
}

}  // namespace

Verdict takes_cost(Tx& tx, Passage& pay, const std::string& fact, const Money& cost, bool has_left) {
  if (cost.currency() != pay.order->due.currency()) {
    return pay.say(Layer::state_machine, Outcome::amount_mismatch, "currency");
  }
  if (!has_left) return Verdict::pass();
  std::optional<std::int64_t> booked;
  (void)tx.one(sql::orders::goods_cost{.business_key = fact}, [&](const Row& row) { booked = row.integer(0); });
  if (booked == cost.minor()) return Verdict::pass();
  pay.note(Layer::state_machine, Finding::state_refuses);
  return pay.say(Layer::state_machine, Outcome::out_of_order, "cost_not_booked");
}

void book_goods(Tx& tx, Passage& pay, const std::string& fact, const Money& cost) {
  journal::Draft draft = journal::Pen(tx, pay.rules, pay.now_ns).draft(journal::Event::goods_left, fact, {}, cost);
  draft.order_id = pay.order->id;
  (void)journal::book(tx, draft, pay.now_ns);
}

Reply Engine::create_order(const OrderId& number, const AccountId& buyer, const AccountId& payee, const Money& due,
                           std::optional<Duration> expires, const std::optional<Money>& tax) {
  return of_order(number, [&](Tx& tx, Passage& pay) {
    pay.answer.amount = due;
    OrderExtras extras{.tax = tax};
    if (expires) extras.expires_at_ns = pay.now_ns + expires->ns;
    return payonce::create_order(tx, pay, number, buyer, payee, due, extras);
  });
}

Reply Engine::cancel_order(const OrderId& number, std::optional<std::int64_t> if_version) {
  std::optional<std::int64_t> holding;
  Reply reply = of_order(number, [&](Tx& tx, Passage& pay) {
    holding.reset();
    pay.order = orders::find_order(tx, number.text());
    if (!pay.order) return pay.say(Layer::state_machine, Outcome::order_unknown, "order");
    const auto behind = {orders::OrderStatus::cancelled, orders::OrderStatus::closing};
    if (const Verdict fits = has_version(pay, if_version, behind); !fits) return fits;
    const Verdict verdict = state_machine::cancel(tx, pay);
    if (pay.answer.outcome != Outcome::closing) return verdict;
    if (const auto attempt = orders::holding_attempt(tx, pay.order->id)) holding = attempt->id;
    return verdict;
  });
  if (!holding) return reply;
  // What is held for it is freed at once; the order ends by what its channel says.
  if (free_hold(*holding) != Ended::yes) return reply;
  return of_order(number, [&](Tx& tx, Passage& pay) {
    pay.order = orders::find_order(tx, number.text());
    const bool cancelled = pay.order->status == orders::OrderStatus::cancelled;
    pay.note(Layer::state_machine, cancelled ? Finding::state_advanced : Finding::attempt_found, pay.order->version);
    return cancelled ? pay.say(Layer::state_machine, Outcome::cancelled)
                     : pay.say(Layer::state_machine, Outcome::closing, "attempt_open");
  });
}

Reply Engine::ship_order(const OrderId& number, std::optional<std::int64_t> if_version,
                         const std::optional<Money>& cost) {
  return of_order(number, [&](Tx& tx, Passage& pay) {
    pay.order = orders::find_order(tx, number.text());
    if (!pay.order) return pay.say(Layer::state_machine, Outcome::order_unknown, "order");
    if (const Verdict fits = has_version(pay, if_version, {orders::OrderStatus::fulfilled}); !fits) return fits;
    const std::string goods = pay.order->number + ".goods.1";
    if (cost) {
      const bool has_left = pay.order->status == orders::OrderStatus::fulfilled;
      if (const Verdict takes = takes_cost(tx, pay, goods, *cost, has_left); !takes) return takes;
    }
    if (state_machine::permit_ship(tx, pay) && state_machine::goods_are_there(tx, pay) && (!cost || dated(tx, pay)) &&
        covered(tx, pay) && state_machine::ship(tx, pay)) {
      (void)unique_constraint::book(tx, pay);
      if (cost) book_goods(tx, pay, goods, *cost);
    }
    return Verdict::answered();
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
