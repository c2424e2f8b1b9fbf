#include "tests/life/model.hpp"

// What became of messages: each that was taken is marked or kept, and what its mark says is seen in the book, once.
namespace payonce::life {

Wrong Model::applied(const Message& message, const Sight& sight) {
  const std::string& number = message.order.text();
  if (message.event == event_created) {
    if (orders_.contains(number)) return number + " was made by a message, and was there before";
    Order& order = orders_[number];
    order.buyer = message.buyer->text();
    order.due = message.amount->minor();
    return std::nullopt;
  }
  if (message.event == event_cancelled && !sight.orders.contains(number)) {
    tombstones_.insert(number);
    met_["tombstone laid"] += 1;
    return std::nullopt;
  }
  if (!orders_.contains(number)) return number + " is not there, and a message was applied to it";
  Order& order = orders_.at(number);
  if (message.event == event_cancelled) {
    order.cancelled = true;
  } else if (message.event == event_shipped) {
    order.shipped = true;
  } else if (message.event == event_paid) {
    if (order.by_balance) return number + " was paid by a message, and was paid before";
    wallets_[order.buyer] -= lie_ == Lie::told_payments_cost_nothing ? 0 : order.due;
    wallets_["shop"] += order.due;
    order.by_balance = true;
  } else if (message.event == event_refunded) {
    const std::int64_t amount = message.amount->minor();
    wallets_["shop"] -= amount;
    wallets_[order.buyer] += amount;
    order.given_back += amount;
    Refund& refund = refunds_[number + " refund ref v" + std::to_string(message.version)];
    refund.order = number;
    refund.amounts.insert(amount);
    refund.refunded = true;
  } else {
    return message.event + " was applied, and nobody knows how";
  }
  return std::nullopt;
}

Wrong Model::messages(const Sight& sight) {
  for (const auto& [key, outcome] : sight_.marks) {
    const auto still = sight.marks.find(key);
    if (still == sight.marks.end() || still->second != outcome) return "the mark of " + key + " has changed";
  }
  for (const bool made : {true, false}) {
    // An order is made before anything else is applied to it, whatever waited for that.
    for (const auto& [key, outcome] : sight.marks) {
      if (sight_.marks.contains(key)) continue;
      const auto heard = heard_.find(key);
      if (heard == heard_.end()) return key + " is marked, and nobody sent it";
      const Message& message = heard->second.message;
      if (outcome != "applied" || (message.event == event_created) != made) continue;
      const bool waited = kept(key, message.body) != nullptr;
      if (waited) met_["message waited and applied"] += 1;
      if (Wrong wrong = applied(message, sight)) return wrong;
    }
  }
  std::set<std::string> kept;
  for (const Sight::Held& held : sight.held) {
    if (held.meaning.empty()) {
      if (!noise_.contains(held.body)) return "held " + std::to_string(held.number) + " was never sent";
      continue;
    }
    kept.insert(held.meaning);
    const auto heard = heard_.find(held.meaning);
    if (heard == heard_.end() || !heard->second.bodies.contains(held.body))
      return held.meaning + " is kept, and nobody sent it";
  }
  for (const auto& [key, heard] : heard_) {
    if (heard.acknowledged && !sight.marks.contains(key) && !kept.contains(key))
      return key + " was acknowledged, and is neither applied nor kept";
  }
  return std::nullopt;
}

Wrong Model::waits_for_nothing(std::int64_t now_ns) const {
  for (const Sight::Held& held : sight_.held) {
    if (held.parked || held.meaning.empty()) continue;
    const Message& message = heard_.at(held.meaning).message;
    // Whether there is enough in a wallet may have changed since it was looked at.
    if (message.event == event_paid || message.event == event_refunded) continue;
    if (judged(message, now_ns).contains(Outcome::applied)) return held.meaning + " still waits, for nothing";
  }
  return std::nullopt;
}

}  // namespace payonce::life
