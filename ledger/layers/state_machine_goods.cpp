#include "ledger/layers/state_machine_goods.hpp"

#include <algorithm>
#include <map>

#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/state_machine_order.hpp"
#include "ledger/values/invariant.hpp"
#include "ledger/values/split.hpp"
#include "schema/queries/stock.hpp"

namespace payonce::state_machine {
namespace {

bool looks(Guard guard, Look look) {
  switch (guard) {
    case Guard::on: return look == Look::with_the_write;
    case Guard::naive: return look == Look::before;
    case Guard::off: break;
  }
  return false;
}

Verdict sold_out(Passage& pay, const orders::Stock& stock) {
  pay.note(me, Finding::stock_lacks, stock.available());
  pay.answer.sku = stock.sku;
  pay.answer.available = stock.available();
  return pay.say(me, Outcome::out_of_stock, "sold_out");
}

Verdict refuse_coupon(Passage& pay, std::string_view reason) {
  pay.note(me, Finding::coupon_refused);
  return pay.say(me, Outcome::coupon_refused, reason);
}

Verdict pick_coupon(View& view, Passage& pay, const orders::Basket& basket, std::int64_t buyer_id, Look look,
                    orders::Picked& picked) {
  const Money whole = picked.due;
  const auto coupon = orders::find_coupon(view, basket.coupon->text());
  if (!coupon) return refuse_coupon(pay, "coupon_unknown");
  if (looks(pay.settings.coupon, look)) {
    if (orders::coupon_used_by(view, *coupon, buyer_id)) return refuse_coupon(pay, "coupon_used_before");
    if (coupon->used >= coupon->limit) return refuse_coupon(pay, "coupon_used_up");
  }
  const auto off = coupon->off(whole);
  if (!off) return refuse_coupon(pay, "coupon_currency");
  if (*off == whole) return refuse_coupon(pay, "coupon_covers_all");
  std::vector<std::int64_t> weights;
  weights.reserve(picked.lines.size());
  for (const orders::Picked::Line& line : picked.lines) weights.push_back(line.amount.minor());
  const auto parts = split("coupon", *off, weights);
  invariant(parts.has_value(), "a discount can be split over lines that come to more than nothing");
  for (std::size_t i = 0; i < parts->size(); ++i) {
    orders::Picked::Line& line = picked.lines[i];
    line.discount = (*parts)[i];
    line.amount = Money(line.amount.minor() - line.discount.minor(), whole.currency());
  }
  picked.due = Money(whole.minor() - off->minor(), whole.currency());
  picked.coupon = coupon;
  return Verdict::pass();
}

}  // namespace

Verdict pick(View& view, Passage& pay, const orders::Basket& basket, std::int64_t buyer_id, Look look,
             std::optional<orders::Picked>& picked) {
  const auto whole = orders::total(basket);
  invariant(whole.has_value(), "a basket is whole before it is asked for");
  picked = orders::Picked{.lines = {}, .due = *whole};
  std::map<std::int64_t, std::int64_t> wanted;  // two lines may be of one thing
  for (const orders::Item& item : basket.items) {
    const auto stock = orders::find_stock(view, item.sku.text());
    if (!stock) {
      pay.answer.sku = item.sku.text();
      return pay.say(me, Outcome::sku_unknown, "sku");
    }
    wanted[stock->id] += item.quantity;
    if (looks(pay.settings.stock, look) && wanted[stock->id] > stock->available()) return sold_out(pay, *stock);
    const Currency currency = item.unit_price.currency();
    picked->lines.push_back({.stock_id = stock->id,
                             .quantity = item.quantity,
                             .unit_price = item.unit_price,
                             .discount = {0, currency},
                             .amount = {item.quantity * item.unit_price.minor(), currency}});
  }
  return basket.coupon ? pick_coupon(view, pay, basket, buyer_id, look, *picked) : Verdict::pass();
}

bool same_basket(View& view, const orders::Order& order, const orders::Basket& basket) {
  const std::vector<orders::OrderLine> lines = orders::lines_of(view, order);
  const auto is_line = [](const orders::Item& item, const orders::OrderLine& line) {
    return item.sku.text() == line.sku && item.quantity == line.quantity && item.unit_price == line.unit_price;
  };
  if (!std::equal(basket.items.begin(), basket.items.end(), lines.begin(), lines.end(), is_line)) return false;
  const auto use = orders::coupon_of(view, order.id);
  return use.has_value() == basket.coupon.has_value() && (!use || use->code == basket.coupon->text());
}

Verdict place(Tx& tx, Passage& pay, const OrderId& number, orders::Terms terms, const orders::Picked& picked) {
  tx.because("order");
  const std::int64_t order_id = orders::insert_lines(tx, picked);
  terms.due = picked.due;
  invariant(orders::insert_order(tx, number, terms, pay.now_ns) == order_id, "an order follows its lines");
  std::int64_t n = 0;
  for (const orders::Picked::Line& line : picked.lines) {
    ++n;
    switch (pay.settings.stock) {
      case Guard::on:
        invariant(orders::reserve(tx, order_id, n, line, pay.now_ns), "what was there in this transaction is reserved");
        break;
      case Guard::naive: orders::reserve_without_condition(tx, order_id, n, line, pay.now_ns); break;
      case Guard::off: break;
    }
  }
  if (pay.settings.stock != Guard::off) pay.note(me, Finding::stock_reserved, n);
  if (picked.coupon && pay.settings.coupon == Guard::on) {
    invariant(orders::use_coupon(tx, order_id, terms.buyer_id, picked, pay.now_ns),
              "a coupon that was free in this transaction is used");
  } else if (picked.coupon) {
    orders::use_coupon_without_condition(tx, order_id, terms.buyer_id, picked, pay.now_ns);
  }
  if (picked.coupon) pay.note(me, Finding::coupon_used);
  pay.answer.amount = picked.due;
  return pay.say(me, Outcome::created);
}

Verdict goods_are_there(Tx& tx, Passage& pay) {
  if (pay.order->status != orders::OrderStatus::paid) return Verdict::pass();
  std::map<std::int64_t, std::int64_t> wanted;
  for (const orders::OrderLine& line : orders::lines_of(tx, *pay.order)) {
    if (line.reservation) continue;
    const auto stock = orders::find_stock(tx, line.sku);
    wanted[stock->id] += line.left_to_ship();
    if (wanted[stock->id] > stock->available()) return sold_out(pay, *stock);
  }
  return Verdict::pass();
}

}  // namespace payonce::state_machine
