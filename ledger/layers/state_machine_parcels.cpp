#include <algorithm>

#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/state_machine_goods.hpp"
#include "ledger/layers/state_machine_order.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/stock.hpp"

// What leaves and what comes back, line by line. Each is known again by its reference, for ever.
namespace payonce::state_machine {
namespace {

Verdict refuse(Passage& pay, Outcome outcome, std::string_view reason) {
  pay.note(me, Finding::state_refuses);
  return pay.say(me, outcome, reason);
}

const orders::OrderLine* line_numbered(const std::vector<orders::OrderLine>& lines, std::int64_t number) {
  const auto found =
      std::find_if(lines.begin(), lines.end(), [number](const orders::OrderLine& line) { return line.line == number; });
  return found == lines.end() ? nullptr : &*found;
}

/// The same parcel again, another one under its reference, or a new one (passes).
Verdict told_before(Tx& tx, Passage& pay, const std::string& key, std::int64_t line, std::int64_t quantity) {
  Verdict verdict = Verdict::pass();
  (void)tx.one(sql::stock::find_shipment{.business_key = key}, [&](const Row& row) {
    const bool same = row.integer(1) == line && row.integer(2) == quantity;
    verdict = same ? refuse(pay, Outcome::already_done, "shipped_before")
                   : refuse(pay, Outcome::reference_reused, "other_goods");
  });
  return verdict;
}

std::string key_of(const orders::Order& order, const Parcel& parcel) {
  return order.number + ".ship." + parcel.reference.text();
}

/// Nothing of the order waits behind this parcel.
bool is_last(const std::vector<orders::OrderLine>& lines, const Parcel& parcel) {
  return std::none_of(lines.begin(), lines.end(), [&](const orders::OrderLine& one) {
    return one.left_to_ship() > (one.line == parcel.line ? parcel.quantity : 0);
  });
}

}  // namespace

Verdict permit_part(Tx& tx, Passage& pay, const Parcel& parcel) {
  const orders::Order& order = *pay.order;
  const Verdict told = told_before(tx, pay, key_of(order, parcel), parcel.line, parcel.quantity);
  if (!told) return told;
  if (order.status == orders::OrderStatus::fulfilled) return refuse(pay, Outcome::already_done, "fulfilled");
  if (order.status != orders::OrderStatus::paid) return refuse(pay, Outcome::out_of_order, name(order.status));
  const std::vector<orders::OrderLine> lines = orders::lines_of(tx, order);
  const orders::OrderLine* const wanted = line_numbered(lines, parcel.line);
  if (wanted == nullptr) return refuse(pay, Outcome::out_of_order, "no_such_line");
  pay.answer.sku = wanted->sku;
  if (parcel.quantity > wanted->left_to_ship()) return refuse(pay, Outcome::out_of_order, "more_than_left_to_ship");
  if (!wanted->reservation) {
    const auto stock = orders::find_stock(tx, wanted->sku);
    if (parcel.quantity > stock->available()) {
      pay.answer.available = stock->available();
      return refuse(pay, Outcome::out_of_stock, "sold_out");
    }
  }
  return is_last(lines, parcel) ? permit_ship(tx, pay) : Verdict::pass();
}

Verdict ship_part(Tx& tx, Passage& pay, const Parcel& parcel) {
  const orders::Order& order = *pay.order;
  const bool last = is_last(orders::lines_of(tx, order), parcel);
  pay.world.step(Step::order_advance);
  (void)tx.change(sql::stock::ship{.order_id = order.id,
                                   .line = parcel.line,
                                   .quantity = parcel.quantity,
                                   .business_key = key_of(order, parcel),
                                   .now_ns = pay.now_ns});
  if (last) return ship(tx, pay);
  pay.note(me, Finding::state_admits);
  return pay.say(me, Outcome::shipped, "partly_shipped");
}

Verdict take_back(Tx& tx, Passage& pay, std::int64_t line, std::int64_t quantity, const Reference& reference) {
  const orders::Order& order = *pay.order;
  const std::string key = order.number + ".return." + reference.text();
  const std::string asked = "line " + std::to_string(line) + " +" + std::to_string(quantity);
  const std::vector<orders::OrderLine> lines = orders::lines_of(tx, order);
  const orders::OrderLine* const from = line_numbered(lines, line);
  if (from == nullptr) return refuse(pay, Outcome::out_of_order, "no_such_line");
  pay.answer.sku = from->sku;
  if (const auto known = orders::find_movement(tx, key)) {
    if (known->asked != asked) return refuse(pay, Outcome::reference_reused, "other_goods");
    return pay.say(me, Outcome::already_booked, "returned_before");
  }
  if (quantity > from->gone) return refuse(pay, Outcome::out_of_order, "more_than_left");
  // What was shipped comes back first; the rest never left the house, and is not shipped any more.
  const std::int64_t outside = from->shipped - (from->returned - from->withheld);
  (void)tx.change(sql::stock::take_back{.business_key = key,
                                        .quantity = quantity,
                                        .asked = asked,
                                        .order_id = order.id,
                                        .line = line,
                                        .withheld = std::max<std::int64_t>(0, quantity - outside),
                                        .now_ns = pay.now_ns,
                                        .stock_id = from->stock_id});
  pay.answer.available = orders::find_stock(tx, from->sku)->available();
  pay.note(me, Finding::stock_moved, quantity);
  return pay.say(me, Outcome::booked);
}

}  // namespace payonce::state_machine
