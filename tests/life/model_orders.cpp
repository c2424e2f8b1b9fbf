#include <algorithm>

#include "tests/life/model.hpp"

// Commands about the order itself: they carry no key, and each step is told exactly.
namespace payonce::life {
namespace {

Wrong must_be(const Reply& reply, const Outcomes& wanted) {
  if (wanted.contains(reply.outcome)) return std::nullopt;
  return "told " + std::string(name(reply.outcome)) + ", where only " + std::string(name(*wanted.begin())) +
         " may be told";
}

bool settled(const std::string& status) { return status == "paid" || status == "fulfilled" || status == "refunded"; }

}  // namespace

bool Model::told(const std::string& number, Outcome outcome) const {
  const auto found = orders_.find(number);
  if (found == orders_.end()) return false;
  return outcome == Outcome::shipped     ? found->second.shipped
         : outcome == Outcome::cancelled ? found->second.cancelled
                                         : true;
}

bool Model::same_terms(const std::string& number, const Terms_of_order& terms) const {
  const Order& order = orders_.at(number);
  const std::vector<orders::Item>& items = terms.basket.items;
  if (order.buyer != terms.buyer || order.lines.size() != items.size()) return false;
  if (items.empty()) return order.due == terms.due;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (order.lines[i].sku != items[i].sku.text() || order.lines[i].quantity != items[i].quantity ||
        order.prices[i] != items[i].unit_price.minor())
      return false;
  }
  return order.coupon == (terms.basket.coupon ? terms.basket.coupon->text() : "");
}

Wrong Model::ordered(const std::string& number, const Terms_of_order& terms, std::int64_t now_ns, const Reply* reply) {
  latest_ns_ = std::max(latest_ns_, now_ns);
  if (orders_.contains(number)) {
    if (reply == nullptr) return std::nullopt;
    return must_be(*reply, {same_terms(number, terms) ? Outcome::already_done : Outcome::out_of_order});
  }
  const Outcomes may = tombstones_.contains(number) ? Outcomes{Outcome::out_of_order} : allowed_basket(terms);
  if (reply != nullptr && !may.contains(Outcome::created)) return must_be(*reply, may);
  Order& order = orders_[number];
  order.buyer = terms.buyer;
  order.due = due_of(terms);
  if (terms.expires) order.expires_at_ns = now_ns + terms.expires->ns;
  for (const orders::Item& item : terms.basket.items) {
    order.lines.push_back({.sku = item.sku.text(), .quantity = item.quantity});
    order.prices.push_back(item.unit_price.minor());
  }
  if (terms.basket.coupon) order.coupon = terms.basket.coupon->text();
  order.in_doubt = reply == nullptr;
  return reply == nullptr ? std::nullopt : must_be(*reply, may);
}

Wrong Model::cancelled(const std::string& number, const Reply* reply) {
  const auto found = orders_.find(number);
  if (reply == nullptr) {
    if (found != orders_.end()) found->second.cancel_in_doubt = true;
    return std::nullopt;
  }
  if (found == orders_.end()) return must_be(*reply, {Outcome::order_unknown});
  const std::string& status = sight_.orders.at(number).status;
  if (status == "cancelled") return must_be(*reply, {Outcome::already_done});
  if (settled(status) || status == "expired") return must_be(*reply, {Outcome::out_of_order});
  if (const Sight::Attempt* hold = hold_of(number); hold != nullptr && status == "paying") {
    if (hold->captured > 0) return must_be(*reply, {Outcome::out_of_order});
    if (has_open_operation(number) && reply->outcome == Outcome::in_progress) return std::nullopt;
  }
  found->second.cancelled = true;
  if (hold_of(number) != nullptr)
    return must_be(*reply, {Outcome::closing, Outcome::cancelled});  // it is freed at once
  return must_be(*reply, {has_open_attempt(number) ? Outcome::closing : Outcome::cancelled});
}

Wrong Model::shipped(const std::string& number, const Reply* reply) {
  const auto found = orders_.find(number);
  if (reply == nullptr) {
    if (found != orders_.end()) found->second.ship_in_doubt = true;
    return std::nullopt;
  }
  if (found == orders_.end()) return must_be(*reply, {Outcome::order_unknown});
  const std::string& status = sight_.orders.at(number).status;
  if (status == "fulfilled") return must_be(*reply, {Outcome::already_done});
  if (status != "paid" || nothing_to_ship(number)) return must_be(*reply, {Outcome::out_of_order});
  found->second.shipped = true;
  return must_be(*reply, {Outcome::shipped});
}

}  // namespace payonce::life
