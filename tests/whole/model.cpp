#include "tests/whole/model.hpp"

namespace payonce::test {
namespace {

std::optional<Outcome> as_the_channel_says(Behaviour behaviour, Outcome done, Outcome unreached) {
  switch (behaviour) {
    case Behaviour::approve:
    case Behaviour::twice:
    case Behaviour::slow: return done;
    case Behaviour::decline: return Outcome::declined;
    case Behaviour::down: return unreached;
    case Behaviour::lose:
    case Behaviour::late: return Outcome::outcome_unknown;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Outcome> Model::predict(const Request& request, Behaviour behaviour, std::int64_t now_ns) const {
  if (unknown.contains(request.key.text())) return std::nullopt;
  switch (request.verb) {
    case Verb::pay: return predict_payment(request, behaviour, now_ns);
    case Verb::refund: return predict_refund(request, behaviour);
    case Verb::topup: return Outcome::booked;
    case Verb::transfer:
      return wallets.at(request.target) >= request.amount->minor() ? Outcome::booked : Outcome::declined;
    default: break;
  }
  return std::nullopt;
}

std::optional<Outcome> Model::predict_payment(const Request& request, Behaviour behaviour, std::int64_t now_ns) const {
  const auto held = window_.find(request.target);
  if (held != window_.end() && held->second.key != request.key.text() && now_ns < held->second.until_ns) {
    return Outcome::later;
  }
  const ModelOrder& order = orders.at(request.target);
  if (open_attempts_.contains(request.target)) return std::nullopt;
  if (order.status == "paid" || order.status == "fulfilled") return Outcome::already_paid;
  if (order.status != "created" && order.status != "paying") return Outcome::out_of_order;
  if (request.via) return as_the_channel_says(behaviour, Outcome::paid, Outcome::unavailable);
  return wallets.at(order.buyer) >= order.due ? Outcome::paid : Outcome::declined;
}

std::optional<Outcome> Model::predict_refund(const Request& request, Behaviour behaviour) const {
  const ModelOrder& order = orders.at(request.target);
  if (order.status == "refunded") return Outcome::over_refund;
  if (order.status != "paid" && order.status != "fulfilled") return Outcome::out_of_order;
  if (request.amount->minor() > order.due - order.refunded - order.reserved) return Outcome::over_refund;
  if (wallets.at("shop") < request.amount->minor()) return Outcome::declined;
  return order.outside ? as_the_channel_says(behaviour, Outcome::refunded, Outcome::outcome_unknown)
                       : Outcome::refunded;
}

void Model::learn(const Request& request, const Reply& reply, std::int64_t begun_ns) {
  const std::string& key = request.key.text();
  const bool first = !answers.contains(key);
  const Outcome outcome = reply.outcome;
  if (keeping(outcome) == Keeping::final_answer) answers.emplace(key, reply.answer);
  if (outcome == Outcome::outcome_unknown) {
    if (request.verb == Verb::refund && reply.answered_by == Layer::channel && !unknown.contains(key)) {
      open_refunds_[cause_of(request)] = {request.target, request.amount->minor()};
      orders[request.target].reserved += request.amount->minor();
      wallets["shop"] -= request.amount->minor();
    }
    if (request.verb == Verb::pay) open_attempts_.insert(request.target);
    if (reply.answered_by == Layer::channel) unknown.insert(key);
  } else if (keeping(outcome) == Keeping::final_answer) {
    unknown.erase(key);
  }
  if (request.verb == Verb::pay && request.via && outcome != Outcome::later && outcome != Outcome::in_progress &&
      orders[request.target].status == "created" && reply.answered_by == Layer::channel) {
    orders[request.target].status = "paying";
  }
  // Money found settled by somebody else was not admitted by the window now.
  if (request.verb == Verb::pay && outcome == Outcome::paid && first && !reply.replayed &&
      reason_in(reply) != "found_settled") {
    window_[request.target] = {key, begun_ns + Settings{}.window.ns};
  }
  if (first && outcome == Outcome::declined && reason_in(reply) == "refund_declined" && !reply.replayed &&
      !open_refunds_.contains(cause_of(request)) && !settled_.contains(cause_of(request))) {
    orders[request.target].reserved += request.amount->minor();
    wallets["shop"] -= request.amount->minor();
    settled_.insert(cause_of(request));
  }
  if (first && (outcome == Outcome::paid || outcome == Outcome::booked || outcome == Outcome::refunded)) apply(request);
}

void Model::apply(const Request& request) {
  switch (request.verb) {
    case Verb::topup: wallets[request.target] += request.amount->minor(); return;
    case Verb::transfer:
      wallets[request.target] -= request.amount->minor();
      wallets[request.counterpart->text()] += request.amount->minor();
      return;
    case Verb::pay: {
      ModelOrder& order = orders[request.target];
      if (order.status == "paid" || order.status == "fulfilled" || order.status == "refunded")
        return;  // came to light before
      order.status = "paid";
      order.outside = request.via.has_value();
      wallets["shop"] += order.due;
      if (!order.outside) wallets[order.buyer] -= order.due;
      return;
    }
    case Verb::refund: {
      if (open_refunds_.contains(cause_of(request))) return;  // adopt() finds it
      ModelOrder& order = orders[request.target];
      const std::int64_t amount = request.amount->minor();
      // Found before by somebody else's recovery: adopt() has counted it.
      if (const auto was = settled_.find(cause_of(request)); was != settled_.end()) return;
      order.refunded += amount;
      wallets["shop"] -= amount;
      if (!order.outside) wallets[order.buyer] += amount;
      if (order.refunded == order.due) order.status = "refunded";
      return;
    }
    default: return;
  }
}

std::optional<std::string> Model::adopt(Shop& shop) {
  std::set<std::string> charged;
  std::set<std::string> returned;
  for (const ChannelLine& line : shop.moved()) charged.insert(line.reference);
  for (const ChannelLine& line : shop.moved(Movement::refund)) returned.insert(line.reference);
  std::optional<std::string> finding;
  shop.store().reading([&](View& view) {
    open_attempts_.clear();
    view.each_of("SELECT order_no, a.status, reference, o.status, role FROM attempt a JOIN orders o USING (order_id)",
                 [&](const Row& row) {
                   const std::string number(row.text(0));
                   ModelOrder& order = orders.at(number);
                   const bool open = row.text(1) == "dispatched" || row.text(1) == "unknown";
                   if (open) open_attempts_.insert(number);
                   if (row.text(1) == "succeeded" && !charged.contains(std::string(row.text(2)))) {
                     finding = number + " is booked as charged, and the acquirer knows nothing of it";
                   }
                   const bool unpaid = order.status == "created" || order.status == "paying";
                   if (unpaid && row.shown(4) == "settles") {
                     order.status = "paid";
                     order.outside = true;
                     wallets["shop"] += order.due;
                   }
                   if (order.status == "created") order.status = "paying";
                   if (order.status == "closing" && row.text(3) == "cancelled") order.status = "cancelled";
                 });
    for (auto it = open_refunds_.begin(); it != open_refunds_.end();) {
      const auto& [cause, refund] = *it;
      std::string status;
      std::string reference;
      view.each_of("SELECT status, reference FROM refund WHERE cause_key = '" + cause + "'", [&](const Row& row) {
        status = row.text(0);
        reference = row.shown(1);
      });
      if (status != "succeeded" && status != "failed") {
        ++it;
        continue;
      }
      ModelOrder& order = orders.at(refund.order);
      // One that is refused stays reserved and taken from the payee: it is owed to the customer.
      if (status == "succeeded") {
        order.reserved -= refund.amount;
        if (!returned.contains(reference))
          finding = cause + " is booked as given back, and the acquirer knows nothing of it";
        order.refunded += refund.amount;
        if (order.refunded == order.due) order.status = "refunded";
      }
      settled_.insert(cause);
      it = open_refunds_.erase(it);
    }
  });
  return finding;
}

std::optional<std::string> Model::compare(Shop& shop) const {
  for (const auto& [account, expected] : wallets) {
    if (const auto actual = shop.balance(account); actual != expected) {
      return account + " holds " + std::to_string(actual) + ", not " + std::to_string(expected);
    }
  }
  std::optional<std::string> finding;
  shop.store().reading([&](View& view) {
    for (const auto& [number, expected] : orders) {
      const auto actual = orders::find_order(view, number);
      const std::string status(orders::name(actual->status));
      if (status != expected.status) finding = number + " is " + status + ", not " + expected.status;
      if (actual->refunded_minor != expected.refunded || actual->refund_reserved_minor != expected.reserved) {
        finding = number + " has refunded " + std::to_string(actual->refunded_minor) + " and reserved " +
                  std::to_string(actual->refund_reserved_minor);
      }
    }
  });
  return finding;
}

}  // namespace payonce::test
