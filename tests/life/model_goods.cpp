#include <algorithm>
#include <utility>

#include "tests/life/model.hpp"

// Goods: what is there, what of it is promised, and what has left with which order.
namespace payonce::life {
namespace {

constexpr std::int64_t coupon_limit = 3;  // as the ground has it
constexpr std::int64_t coupon_percent = 10;

Wrong must_be(const Reply& reply, Outcome wanted) {
  if (reply.outcome == wanted) return std::nullopt;
  return "told " + std::string(name(reply.outcome)) + ", where only " + std::string(name(wanted)) + " may be told";
}

std::string asked_of(const Model::Parcel& parcel) {
  return std::to_string(parcel.line) + " " + std::to_string(parcel.quantity);
}

bool settled(const std::string& status) { return status == "paid" || status == "fulfilled" || status == "refunded"; }
bool ended_unpaid(const std::string& status) { return status == "cancelled" || status == "expired"; }

}  // namespace

std::int64_t Model::due_of(const Terms_of_order& terms) {
  return terms.basket.coupon ? terms.due - terms.due * coupon_percent / 100 : terms.due;
}

bool Model::coupon_taken(const std::string& code, const std::string& buyer) const {
  std::int64_t uses = 0;
  for (const auto& [number, order] : orders_) {
    if (order.coupon != code || order.in_doubt || ended_unpaid(sight_.orders.at(number).status)) continue;
    if (order.buyer == buyer) return true;
    uses += 1;
  }
  return uses >= coupon_limit;
}

Outcomes Model::allowed_basket(const Terms_of_order& terms) const {
  std::map<std::string, std::int64_t> wanted;
  for (const orders::Item& item : terms.basket.items) {
    const Sight::Goods& there = sight_.goods.at(item.sku.text());
    if ((wanted[item.sku.text()] += item.quantity) > there.on_hand - there.reserved) return {Outcome::out_of_stock};
  }
  if (terms.basket.coupon && coupon_taken(terms.basket.coupon->text(), terms.buyer)) return {Outcome::coupon_refused};
  return {Outcome::created};
}

bool Model::nothing_to_ship(const std::string& number) const {
  const std::vector<Sight::Line>& all = orders_.at(number).lines;
  return !all.empty() &&
         std::all_of(all.begin(), all.end(), [](const Sight::Line& line) { return line.withheld == line.quantity; });
}

void Model::ship_all(Order& order) {
  for (Sight::Line& line : order.lines) line.shipped = line.quantity - line.withheld;
}

Sight::Line* Model::line_of(const Parcel& parcel) {
  const auto known = orders_.find(parcel.order);
  if (known == orders_.end()) return nullptr;
  std::vector<Sight::Line>& all = known->second.lines;
  const auto at = static_cast<std::size_t>(parcel.line);
  return parcel.line < 1 || at > all.size() ? nullptr : &all[at - 1];
}

void Model::moved(const std::string& key, const Goods_moved& goods) {
  moved_.emplace(key, goods);
  if (!goods.parcel) {
    stock_[goods.sku] += goods.quantity;
    return;
  }
  Sight::Line& line = *line_of(*goods.parcel);
  Order& order = orders_.at(goods.parcel->order);
  const std::int64_t quantity = goods.parcel->quantity;
  if (goods.quantity < 0) {
    line.shipped += quantity;
    const auto left = [](const Sight::Line& one) { return one.quantity - one.shipped - one.withheld; };
    order.shipped = order.shipped || std::all_of(order.lines.begin(), order.lines.end(),
                                                 [&](const Sight::Line& one) { return left(one) == 0; });
    return;
  }
  const std::int64_t outside = line.shipped - (line.returned - line.withheld);
  line.returned += lie_ == Lie::what_comes_back_stays_away ? 0 : quantity;
  line.withheld += std::max<std::int64_t>(0, quantity - outside);
}

bool Model::moved_under(const std::string& reference) const {
  return std::any_of(moved_.begin(), moved_.end(), [&](const auto& entry) {
    return entry.first.ends_with("." + reference) || entry.first.ends_with(" " + reference);
  });
}

Wrong Model::stocked(const std::string& sku, std::int64_t quantity, const std::string& reference, const Reply* reply) {
  const std::string key = std::string(quantity < 0 ? "adjust " : "receive ") + sku + " " + reference;
  const Goods_moved goods{.asked = std::to_string(quantity), .sku = sku, .quantity = quantity};
  const auto known = moved_.find(key);
  if (known != moved_.end()) {
    if (reply == nullptr) return std::nullopt;
    const bool same = known->second.asked == goods.asked;
    return must_be(*reply, same ? Outcome::already_booked : Outcome::reference_reused);
  }
  const Sight::Goods& there = sight_.goods.at(sku);
  const bool promised = there.on_hand + quantity < there.reserved;
  if (reply == nullptr) {
    if (!promised) goods_in_doubt_ = {key, goods};
    return std::nullopt;
  }
  if (!promised) moved(key, goods);
  return must_be(*reply, promised ? Outcome::out_of_stock : Outcome::booked);
}

Wrong Model::parcelled(const Parcel& parcel, const Reply* reply) {
  const auto order = orders_.find(parcel.order);
  if (order == orders_.end()) return reply == nullptr ? std::nullopt : must_be(*reply, Outcome::order_unknown);
  const std::string key = parcel.order + ".ship." + parcel.reference;
  const Sight::Line* const line = line_of(parcel);
  const std::string& status = sight_.orders.at(parcel.order).status;
  const auto known = moved_.find(key);
  Outcome wanted = Outcome::shipped;
  if (known != moved_.end()) {
    wanted = known->second.asked == asked_of(parcel) ? Outcome::already_done : Outcome::reference_reused;
  } else if (status == "fulfilled") {
    wanted = Outcome::already_done;
  } else if (status != "paid" || line == nullptr || parcel.quantity > line->quantity - line->shipped - line->withheld) {
    wanted = Outcome::out_of_order;
  }
  const Goods_moved goods{.asked = asked_of(parcel), .quantity = -parcel.quantity, .parcel = parcel};
  if (reply == nullptr) {
    if (wanted == Outcome::shipped) goods_in_doubt_ = {key, goods};
    return std::nullopt;
  }
  if (wanted == Outcome::shipped) {
    moved(key, goods);
    met_["parcel sent"] += 1;
  }
  return must_be(*reply, wanted);
}

Wrong Model::given_back(const Parcel& parcel, const Reply* reply) {
  const auto order = orders_.find(parcel.order);
  if (order == orders_.end()) return reply == nullptr ? std::nullopt : must_be(*reply, Outcome::order_unknown);
  const std::string key = parcel.order + ".return." + parcel.reference;
  const Sight::Line* const line = line_of(parcel);
  const auto known = moved_.find(key);
  Outcome wanted = Outcome::booked;
  if (line == nullptr) {
    wanted = Outcome::out_of_order;
  } else if (known != moved_.end()) {
    wanted = known->second.asked == asked_of(parcel) ? Outcome::already_booked : Outcome::reference_reused;
  } else if (parcel.quantity > (settled(sight_.orders.at(parcel.order).status) ? line->quantity - line->returned : 0)) {
    wanted = Outcome::out_of_order;
  }
  const Goods_moved goods{.asked = asked_of(parcel), .quantity = parcel.quantity, .parcel = parcel};
  if (reply == nullptr) {
    if (wanted == Outcome::booked) goods_in_doubt_ = {key, goods};
    return std::nullopt;
  }
  if (wanted == Outcome::booked) {
    met_[line->shipped > 0 ? "goods came back" : "goods never sent kept"] += 1;
    moved(key, goods);
  }
  return must_be(*reply, wanted);
}

Wrong Model::lines(const Sight& sight) const {
  for (const auto& [number, order] : orders_) {
    const auto found = sight.lines.find(number);
    const std::vector<Sight::Line> none;
    const std::vector<Sight::Line>& there = found == sight.lines.end() ? none : found->second;
    if (there.size() != order.lines.size()) return number + " is of other lines than were ordered";
    const std::string& status = sight.orders.at(number).status;
    for (std::size_t i = 0; i < there.size(); ++i) {
      const std::string which = number + " line " + std::to_string(i + 1);
      const Sight::Line& ours = order.lines[i];
      const Sight::Line& book = there[i];
      if (book.sku != ours.sku || book.quantity != ours.quantity) return which + " is of other goods than were ordered";
      if (book.shipped != ours.shipped || book.returned != ours.returned || book.withheld != ours.withheld) {
        return which + " has shipped " + std::to_string(book.shipped) + " and taken back " +
               std::to_string(book.returned) + ", not " + std::to_string(ours.shipped) + " and " +
               std::to_string(ours.returned);
      }
      const bool held = book.reservation == "held";
      if ((book.reservation == "consumed") != settled(status) || held != (!settled(status) && !ended_unpaid(status))) {
        return which + " is " + book.reservation + " of an order that is " + status;
      }
    }
  }
  return std::nullopt;
}

/// Whether somebody who died had moved goods before: nothing else has happened since.
void Model::settle_goods(const Sight& sight) {
  if (!goods_in_doubt_) return;
  const auto [key, goods] = *std::exchange(goods_in_doubt_, std::nullopt);
  if (goods.parcel) {
    const Sight::Line& ours = *line_of(*goods.parcel);
    const Sight::Line& book = sight.lines.at(goods.parcel->order)[static_cast<std::size_t>(goods.parcel->line) - 1];
    if (book.shipped != ours.shipped || book.returned != ours.returned) moved(key, goods);
  } else if (sight.goods.at(goods.sku).on_hand != sight_.goods.at(goods.sku).on_hand) {
    moved(key, goods);
  }
}

Wrong Model::goods(const Sight& sight) const {
  if (Wrong wrong = lines(sight)) return wrong;
  std::map<std::string, Sight::Goods> wanted;
  std::map<std::string, std::int64_t> used;
  for (const auto& [sku, quantity] : stock_) wanted[sku].on_hand = quantity;
  for (const auto& [number, order] : orders_) {
    const std::string& status = sight.orders.at(number).status;
    if (!order.coupon.empty() && !ended_unpaid(status)) used[order.coupon] += 1;
    for (const Sight::Line& line : order.lines) {
      Sight::Goods& goods = wanted[line.sku];
      if (settled(status)) goods.on_hand += line.returned - line.quantity;
      if (!settled(status) && !ended_unpaid(status)) goods.reserved += line.quantity;
    }
  }
  for (const auto& [sku, goods] : wanted) {
    const Sight::Goods& book = sight.goods.at(sku);
    if (book == goods) continue;
    return sku + ": " + std::to_string(book.on_hand) + " are on hand and " + std::to_string(book.reserved) +
           " promised, not " + std::to_string(goods.on_hand) + " and " + std::to_string(goods.reserved);
  }
  for (const auto& [code, times] : sight.coupons) {
    if (times != used[code])
      return code + " counts " + std::to_string(times) + " uses, not " + std::to_string(used[code]);
  }
  return std::nullopt;
}

}  // namespace payonce::life
