#include "tests/life/model.hpp"

// Commands about the order itself: they carry no key, and each step is told exactly.
namespace payonce::life {
namespace {

Wrong must_be(const Reply& reply, Outcome wanted) {
  if (reply.outcome == wanted) return std::nullopt;
  return "told " + std::string(name(reply.outcome)) + ", where only " + std::string(name(wanted)) + " may be told";
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

Wrong Model::ordered(const std::string& number, const std::string& buyer, std::int64_t due, const Reply* reply) {
  const bool known = orders_.contains(number);
  if (!known) orders_[number] = {.buyer = buyer, .due = due};
  if (reply == nullptr) {
    orders_[number].in_doubt = !known;
    return std::nullopt;
  }
  if (!known) return must_be(*reply, Outcome::created);
  const bool same = orders_[number].buyer == buyer && orders_[number].due == due;
  return must_be(*reply, same ? Outcome::already_done : Outcome::out_of_order);
}

Wrong Model::cancelled(const std::string& number, const Reply* reply) {
  const auto found = orders_.find(number);
  if (reply == nullptr) {
    if (found != orders_.end()) found->second.cancel_in_doubt = true;
    return std::nullopt;
  }
  if (found == orders_.end()) return must_be(*reply, Outcome::order_unknown);
  const std::string& status = sight_.orders.at(number).status;
  if (status == "cancelled") return must_be(*reply, Outcome::already_done);
  if (settled(status)) return must_be(*reply, Outcome::out_of_order);
  found->second.cancelled = true;
  return must_be(*reply, has_open_attempt(number) ? Outcome::closing : Outcome::cancelled);
}

Wrong Model::shipped(const std::string& number, const Reply* reply) {
  const auto found = orders_.find(number);
  if (reply == nullptr) {
    if (found != orders_.end()) found->second.ship_in_doubt = true;
    return std::nullopt;
  }
  if (found == orders_.end()) return must_be(*reply, Outcome::order_unknown);
  const std::string& status = sight_.orders.at(number).status;
  if (status == "fulfilled") return must_be(*reply, Outcome::already_done);
  if (status != "paid") return must_be(*reply, Outcome::out_of_order);
  found->second.shipped = true;
  return must_be(*reply, Outcome::shipped);
}

}  // namespace payonce::life
