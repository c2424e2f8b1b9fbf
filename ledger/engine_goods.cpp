#include "ledger/engine.hpp"
#include "ledger/engine_passage.hpp"
#include "ledger/journal/account.hpp"
#include "ledger/layer.hpp"
#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/state_machine_goods.hpp"
#include "ledger/layers/unique_constraint.hpp"
#include "ledger/messages/gate.hpp"
#include "ledger/values/invariant.hpp"

// Goods: orders made of lines, parcels, and the stock itself. What is asked is known again by its order number or its
// reference, which are kept for ever.
namespace payonce {
namespace {

struct Checkout {
  const OrderId& number;
  const AccountId& buyer;
  const AccountId& payee;
  const orders::Basket& basket;
  std::optional<std::int64_t> expires_at_ns;
  const std::optional<Money>& tax;
};

/// Whether the order may be made, and of what. Reads only.
Verdict judge(View& view, Passage& pay, const Checkout& asked, state_machine::Look look, orders::Terms& terms,
              std::optional<orders::Picked>& picked) {
  const auto from = journal::find_account(view, asked.buyer.text());
  if (!from) return pay.say(Layer::journal, Outcome::account_unknown, "buyer");
  const auto to = journal::find_account(view, asked.payee.text());
  if (!to) return pay.say(Layer::journal, Outcome::account_unknown, "payee");
  if (from->currency != terms.due.currency() || to->currency != terms.due.currency() ||
      (asked.tax && asked.tax->currency() != terms.due.currency())) {
    return pay.say(Layer::journal, Outcome::amount_mismatch, "currency");
  }
  terms.buyer_id = from->id;
  terms.payee_id = to->id;
  // A repeat is known before anything is counted: a refused attempt takes nothing from anybody.
  if (const auto order = orders::find_order(view, asked.number.text())) {
    pay.answer.amount = order->due;
    const bool same = order->buyer_id == from->id && order->payee_id == to->id && order->tax_minor == terms.tax_minor &&
                      state_machine::same_basket(view, *order, asked.basket);
    if (same) return pay.say(Layer::state_machine, Outcome::already_done, "order_exists");
    return pay.say(Layer::state_machine, Outcome::out_of_order, "order_exists_with_other_terms");
  }
  if (terms.tax_minor > 0 && to->kind != journal::AccountClass::income) {
    return pay.say(Layer::journal, Outcome::amount_mismatch, "tax_of_no_sale");
  }
  if (pay.settings.keeps(Layer::state_machine) && gate::has_tombstone(view, asked.number.text())) {
    pay.note(Layer::state_machine, Finding::tombstone_found);
    return pay.say(Layer::state_machine, Outcome::out_of_order, "tombstone");
  }
  const Verdict picks = state_machine::pick(view, pay, asked.basket, from->id, look, picked);
  if (!picks) return picks;
  // What is due is known only now, behind the coupon.
  if (terms.tax_minor > picked->due.minor()) return pay.say(Layer::journal, Outcome::amount_mismatch, "tax_beyond_due");
  return picks;
}

/// The movement as it was asked before: again, or another one under its reference (answers); or new (passes).
Verdict moved_before(Tx& tx, Passage& pay, const orders::Stock& stock, const orders::Movement& wanted) {
  const auto known = orders::find_movement(tx, wanted.business_key);
  pay.answer.available = stock.available();
  if (!known) return Verdict::pass();
  if (known->asked != wanted.asked) return pay.say(Layer::unique_constraint, Outcome::reference_reused, "other_goods");
  return pay.say(Layer::unique_constraint, Outcome::already_booked, "moved_before");
}

Verdict move_goods(Tx& tx, Passage& pay, const orders::Stock& stock, const orders::Movement& movement) {
  const std::int64_t left = stock.on_hand + movement.quantity;
  if (left < stock.reserved) return pay.say(Layer::state_machine, Outcome::out_of_stock, "promised");
  if (left > orders::most_on_hand || movement.quantity > orders::most_in_a_movement ||
      movement.quantity < -orders::most_in_a_movement) {
    return pay.say(Layer::state_machine, Outcome::amount_mismatch, "quantity_overflow");
  }
  orders::move_stock(tx, stock, movement, pay.now_ns);
  pay.answer.available = left - stock.reserved;
  pay.note(Layer::state_machine, Finding::stock_moved, movement.quantity);
  return pay.say(Layer::state_machine, Outcome::booked);
}

}  // namespace

Reply Engine::create_order(const OrderId& number, const AccountId& buyer, const AccountId& payee,
                           const orders::Basket& basket, std::optional<Duration> expires,
                           const std::optional<Money>& tax) {
  const auto whole = orders::total(basket);
  invariant(whole.has_value(), "a basket is whole before it is asked for");
  std::optional<std::int64_t> expires_at_ns;
  if (expires) expires_at_ns = world_.wall_ns() + expires->ns;
  const Checkout asked{number, buyer, payee, basket, expires_at_ns, tax};
  const orders::Terms blank{.due = *whole, .tax_minor = tax ? tax->minor() : 0, .expires_at_ns = expires_at_ns};
  const Settings& settings = ledger_.settings();
  if (settings.stock == Guard::naive || settings.coupon == Guard::naive) {
    // The laboratory's mistake: what is seen here is believed later, in another transaction.
    Passage seen = enter(nullptr);
    seen.answer.subject_kind = "order";
    seen.answer.subject = number.text();
    orders::Terms terms = blank;
    std::optional<orders::Picked> picked;
    const bool fits = ledger_.store().reading([&](View& view) {
      return static_cast<bool>(judge(view, seen, asked, state_machine::Look::before, terms, picked));
    });
    if (!fits) return leave(seen);
  }
  world_.step(Step::stock_reserve);
  return of_order(number, [&](Tx& tx, Passage& pay) {
    orders::Terms terms = blank;
    std::optional<orders::Picked> picked;
    const Verdict fits = judge(tx, pay, asked, state_machine::Look::with_the_write, terms, picked);
    return fits ? state_machine::place(tx, pay, number, terms, *picked) : fits;
  });
}

Reply Engine::ship_part(const OrderId& number, std::int64_t line, std::int64_t quantity, const Reference& reference,
                        const std::optional<Money>& cost) {
  return of_order(number, [&](Tx& tx, Passage& pay) {
    pay.order = orders::find_order(tx, number.text());
    if (!pay.order) return pay.say(Layer::state_machine, Outcome::order_unknown, "order");
    const state_machine::Parcel parcel{line, quantity, reference};
    const std::string goods = pay.order->number + ".goods.parcel." + reference.text();
    const Verdict leaves = state_machine::permit_part(tx, pay, parcel);
    // Asked again it may name the cost it was booked with; one that comes later is not let pass in silence.
    if (cost && (leaves || pay.answer.outcome == Outcome::already_done)) {
      if (const Verdict takes = takes_cost(tx, pay, goods, *cost, !leaves); !takes) return takes;
    }
    if (leaves && (!cost || dated(tx, pay)) && covered(tx, pay)) {
      if (state_machine::ship_part(tx, pay, parcel)) (void)unique_constraint::book(tx, pay);
      if (cost) book_goods(tx, pay, goods, *cost);
    }
    return Verdict::answered();
  });
}

Reply Engine::return_goods(const OrderId& number, std::int64_t line, std::int64_t quantity,
                           const Reference& reference) {
  return of_order(number, [&](Tx& tx, Passage& pay) {
    pay.order = orders::find_order(tx, number.text());
    if (!pay.order) return pay.say(Layer::state_machine, Outcome::order_unknown, "order");
    return state_machine::take_back(tx, pay, line, quantity, reference);
  });
}

Reply Engine::receive_stock(const Sku& sku, std::int64_t quantity, const Reference& reference) {
  return of_stock(sku, [&](Tx& tx, Passage& pay, const orders::Stock& stock) {
    const orders::Movement wanted{.kind = "receive",
                                  .business_key = "receive:" + sku.text() + "." + reference.text(),
                                  .quantity = quantity,
                                  .asked = "+" + std::to_string(quantity)};
    if (const Verdict told = moved_before(tx, pay, stock, wanted); !told) return told;
    return move_goods(tx, pay, stock, wanted);
  });
}

Reply Engine::adjust_stock(const Sku& sku, const StockAdjustment& asked, const Reference& reference) {
  return of_stock(sku, [&](Tx& tx, Passage& pay, const orders::Stock& stock) {
    const std::string sign = asked.absolute ? "to " : asked.quantity < 0 ? "" : "+";
    const orders::Movement wanted{.kind = "adjust",
                                  .business_key = "adjust:" + sku.text() + "." + reference.text(),
                                  .quantity = asked.absolute ? asked.quantity - stock.on_hand : asked.quantity,
                                  .asked = sign + std::to_string(asked.quantity)};
    if (const Verdict told = moved_before(tx, pay, stock, wanted); !told) return told;
    if (asked.if_version && *asked.if_version != stock.version) {
      pay.answer.version = stock.version;
      return pay.say(Layer::state_machine, Outcome::version_mismatch, "stock_version");
    }
    return move_goods(tx, pay, stock, wanted);
  });
}

Reply Engine::of_stock(const Sku& sku, const std::function<Verdict(Tx&, Passage&, const orders::Stock&)>& step) {
  Passage done = ledger_.store().atomically([&](Tx& tx) {
    Passage pay = enter(nullptr);
    pay.answer.subject_kind = "sku";
    pay.answer.subject = sku.text();
    const auto stock = orders::find_stock(tx, sku.text());
    (void)(stock ? step(tx, pay, *stock) : pay.say(Layer::state_machine, Outcome::sku_unknown, "sku"));
    return pay;
  });
  return leave(done);
}

}  // namespace payonce
