#include <algorithm>

#include "tests/life/model.hpp"

// What may become of a message when it comes: it is known again, or judged by where its order stands.
namespace payonce::life {
namespace {

bool settled(const std::string& status) { return status == "paid" || status == "fulfilled" || status == "refunded"; }
bool ended_unpaid(const std::string& status) { return status == "cancelled" || status == "expired"; }

std::string meaning(const Message& message) { return meaning_of(message.order.text(), message.event, message.version); }

/// Where something newer was seen of its order, the order has passed by there.
Outcomes unless(bool newer, Outcome otherwise) { return {newer ? Outcome::out_of_date : otherwise}; }

}  // namespace

const Sight::Held* Model::kept(const std::string& meaning, const std::string& body) const {
  const auto found = std::find_if(sight_.held.begin(), sight_.held.end(), [&](const Sight::Held& held) {
    return held.meaning == meaning && held.body == body;
  });
  return found == sight_.held.end() ? nullptr : &*found;
}

bool Model::newer_seen(const Message& message) const {
  return std::any_of(sight_.marks.begin(), sight_.marks.end(), [&](const auto& entry) {
    const auto heard = heard_.find(entry.first);
    return heard != heard_.end() && heard->second.message.order == message.order &&
           heard->second.message.version > message.version;
  });
}

Outcomes Model::judged_payment(const Message& message, std::int64_t now_ns, bool newer) const {
  const std::string& number = message.order.text();
  const Order& order = orders_.at(number);
  const std::string& status = sight_.orders.at(number).status;
  if (message.amount && message.amount->minor() != order.due) return {Outcome::parked};
  if (settled(status)) return unless(newer, Outcome::already_done);
  if (ended_unpaid(status)) return unless(newer, Outcome::parked);
  if (status == "closing") return {Outcome::early};
  if (order.expires_at_ns && *order.expires_at_ns <= now_ns) return unless(newer, Outcome::parked);
  if (hold_of(number) != nullptr || has_open_attempt(number)) return {Outcome::early};
  return {holds(order.buyer) >= order.due ? Outcome::applied : Outcome::early};
}

Outcomes Model::judged_refund(const Message& message, bool newer) const {
  const std::string& number = message.order.text();
  const Order& order = orders_.at(number);
  const Sight::Order& book = sight_.orders.at(number);
  if (book.status == "refunded") return {Outcome::parked};
  if (ended_unpaid(book.status)) return unless(newer, Outcome::parked);
  if (book.status != "paid" && book.status != "fulfilled") return {Outcome::early};
  if (charged_back(number) > 0) return {Outcome::early};
  const std::int64_t amount = message.amount->minor();
  if (amount > book.captured - book.refunded - book.reserved) return {Outcome::parked};
  if (holds("shop") < amount) return {Outcome::early};
  return {order.by_balance ? Outcome::applied : Outcome::parked};
}

Outcomes Model::judged(const Message& message, std::int64_t now_ns) const {
  const std::string& number = message.order.text();
  const bool there = orders_.contains(number);
  const bool buried = tombstones_.contains(number);
  const bool newer = newer_seen(message);
  if (message.event == event_created) {
    if (!message.amount) return {Outcome::parked};
    if (!there) return {buried ? Outcome::skipped : Outcome::applied};
    const bool same = same_terms(number, {.buyer = message.buyer->text(), .due = message.amount->minor()});
    return {same ? Outcome::already_done : Outcome::parked};
  }
  if (message.event == event_cancelled) {
    if (!there) return {buried ? Outcome::already_done : Outcome::applied};
    const std::string& status = sight_.orders.at(number).status;
    if (status == "cancelled") return {Outcome::already_done};
    if (settled(status) || status == "expired") return unless(newer, Outcome::skipped);
    if (const Sight::Attempt* hold = hold_of(number); hold != nullptr && status == "paying") {
      if (hold->captured > 0) return unless(newer, Outcome::skipped);
      const bool captures =
          std::any_of(sight_.operations.begin(), sight_.operations.end(), [&](const Sight::Operation& operation) {
            return operation.order == number && operation.open() && operation.kind == "capture";
          });
      if (captures) return {Outcome::early};
    }
    return {Outcome::applied};
  }
  const bool shipped = message.event == event_shipped;
  if (!shipped && message.event != event_paid && message.event != event_refunded) return {Outcome::parked};
  if (!there && buried) return {shipped ? Outcome::skipped : Outcome::parked};
  if (!there) return {message.event == event_refunded && !message.amount ? Outcome::parked : Outcome::early};
  if (message.event == event_paid) return judged_payment(message, now_ns, newer);
  if (message.event == event_refunded) return judged_refund(message, newer);
  const std::string& status = sight_.orders.at(number).status;
  if (status == "fulfilled") return {Outcome::already_done};
  if (status == "paid" && !nothing_to_ship(number)) return {Outcome::applied};
  return settled(status) || ended_unpaid(status) ? unless(newer, Outcome::skipped) : Outcomes{Outcome::early};
}

Outcomes Model::allowed_message(const Message& message, std::int64_t now_ns) const {
  const std::string key = meaning(message);
  Outcomes all;
  // The same id, or the same meaning, with something else in it.
  if (const auto id = ids_.find(message.id.text()); id != ids_.end() && !(id->second == std::set{key + message.body}))
    all.insert(Outcome::altered);
  const auto heard = heard_.find(key);
  if (heard != heard_.end() && !(heard->second.bodies == std::set{message.body})) all.insert(Outcome::altered);
  if (sight_.marks.contains(key)) {
    all.insert(Outcome::already_done);
    return all;
  }
  const Sight::Held* const waits = kept(key, message.body);
  if (waits != nullptr && waits->parked) {
    all.insert(Outcome::parked);
    return all;
  }
  Outcomes now = judged(message, now_ns);
  // It has waited too long by now, or was refused too often.
  if (waits != nullptr && now.contains(Outcome::early)) now.insert(Outcome::parked);
  all.merge(now);
  return all;
}

Wrong Model::heard(const Message& message, std::int64_t now_ns, const Reply* reply) {
  clock_shows(now_ns);
  const Outcomes may = allowed_message(message, now_ns);
  const std::string key = meaning(message);
  Heard& heard = heard_.try_emplace(key, Heard{message, {}, false}).first->second;
  heard.bodies.insert(message.body);
  ids_[message.id.text()].insert(key + message.body);
  if (reply == nullptr) return std::nullopt;
  heard.acknowledged = true;
  met_["message " + std::string(name(reply->outcome))] += 1;
  if (may.contains(reply->outcome)) return std::nullopt;
  return key + " was told " + std::string(name(reply->outcome)) + ", where " + std::string(name(*may.begin())) +
         (may.size() > 1 ? " or another" : "") + " may be told";
}

Wrong Model::heard_noise(const std::string& content, const Reply* reply) {
  noise_.insert(content);
  if (reply == nullptr || reply->outcome == Outcome::parked) return std::nullopt;
  return "what could not be read was told " + std::string(name(reply->outcome));
}

}  // namespace payonce::life
