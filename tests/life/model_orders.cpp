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

Wrong Model::ordered(const std::string& number, const std::string& buyer, std::int64_t due, std::int64_t now_ns,
                     std::optional<Duration> expires, const Reply* reply) {
  const bool known = orders_.contains(number);
  latest_ns_ = std::max(latest_ns_, now_ns);
  if (!known) {
    Order& order = orders_[number];
    order.buyer = buyer;
    order.due = due;
    if (expires) order.expires_at_ns = now_ns + expires->ns;
  }
  if (reply == nullptr) {
    orders_[number].in_doubt = !known;
    return std::nullopt;
  }
  if (!known) return must_be(*reply, {Outcome::created});
  const bool same = orders_[number].buyer == buyer && orders_[number].due == due;
  return must_be(*reply, {same ? Outcome::already_done : Outcome::out_of_order});
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
  if (status != "paid") return must_be(*reply, {Outcome::out_of_order});
  found->second.shipped = true;
  return must_be(*reply, {Outcome::shipped});
}

}  // namespace payonce::life
