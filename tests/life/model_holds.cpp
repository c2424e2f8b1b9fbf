#include <algorithm>

#include "tests/life/model.hpp"

// Money that is held: what may be told about it, and what must have become of it.
namespace payonce::life {

const Sight::Attempt* Model::hold_of(const std::string& order) const {
  const auto found = std::find_if(sight_.attempts.begin(), sight_.attempts.end(), [&](const Sight::Attempt& attempt) {
    return attempt.order == order && attempt.holding();
  });
  return found == sight_.attempts.end() ? nullptr : &*found;
}

bool Model::has_open_operation(const std::string& order) const {
  return std::any_of(sight_.operations.begin(), sight_.operations.end(),
                     [&](const Sight::Operation& operation) { return operation.order == order && operation.open(); });
}

Outcomes Model::allowed_hold(const Request& request, std::int64_t now_ns, Behaviour behaviour) const {
  const auto known = orders_.find(request.target);
  if (known == orders_.end()) return {Outcome::order_unknown};
  if (has_open_attempt(request.target) || known->second.in_doubt) return in_the_dark(request.verb);
  const std::string& status = sight_.orders.at(request.target).status;
  if (status == "paid" || status == "fulfilled") return {Outcome::already_paid};
  if (status != "created" && status != "paying") return {Outcome::out_of_order};
  if (known->second.expires_at_ns && *known->second.expires_at_ns <= now_ns) return {Outcome::out_of_order};
  if (hold_of(request.target) != nullptr) return {Outcome::out_of_order};
  return as_the_channel_does(behaviour, Outcome::authorised, Outcome::unavailable);
}

Outcomes Model::allowed_capture(const Request& request, Behaviour behaviour) const {
  const auto known = orders_.find(request.target);
  if (known == orders_.end()) return {Outcome::order_unknown};
  if (known->second.in_doubt || has_open_operation(request.target) || request.reference)
    return in_the_dark(request.verb);
  const std::string& status = sight_.orders.at(request.target).status;
  const Sight::Attempt* hold = hold_of(request.target);
  if (hold == nullptr) {
    const bool settled = status == "paid" || status == "fulfilled" || status == "refunded";
    return {settled ? Outcome::already_paid : Outcome::out_of_order};
  }
  if (status != "paying") return {Outcome::out_of_order};
  const std::int64_t left = hold->amount - hold->captured;
  const std::int64_t amount = amount_of(request);
  if (amount > left) return {Outcome::over_capture};
  Outcomes all = as_the_channel_does(behaviour, request.last || amount == left ? Outcome::paid : Outcome::captured,
                                     Outcome::unavailable);
  all.insert(Outcome::declined);  // its time may be up, which the channel knows first
  return all;
}

Outcomes Model::allowed_release(const Request& request, Behaviour behaviour) const {
  const auto known = orders_.find(request.target);
  if (known == orders_.end()) return {Outcome::order_unknown};
  if (known->second.in_doubt || has_open_operation(request.target)) return in_the_dark(request.verb);
  if (hold_of(request.target) == nullptr) return {Outcome::already_done, Outcome::out_of_order};
  Outcomes all = as_the_channel_does(behaviour, Outcome::voided, Outcome::unavailable);
  all.insert(Outcome::declined);
  return all;
}

Wrong Model::captures(const Sight& sight) const {
  std::map<std::string, std::int64_t> captured;
  std::multimap<std::string, std::int64_t> done;  // by order
  for (const Sight::Operation& operation : sight.operations) {
    if (operation.kind != "capture" || operation.status != "succeeded") continue;
    captured[operation.attempt] += operation.amount;
    done.emplace(operation.order, operation.amount);
  }
  for (const Sight::Attempt& attempt : sight.attempts) {
    if (attempt.captured > attempt.amount) return attempt.reference + " captured more than it holds";
    if (attempt.purpose == "authorise" && attempt.captured != captured[attempt.reference]) {
      return attempt.reference + " captured " + std::to_string(attempt.captured) + ", and its captures come to " +
             std::to_string(captured[attempt.reference]);
    }
  }
  // Each capture somebody was told of is there, and each for itself.
  for (const auto& [intent, capture] : captures_) {
    const auto [first, last] = done.equal_range(capture.order);
    const auto mine =
        std::find_if(first, last, [&](const auto& entry) { return capture.amounts.contains(entry.second); });
    if (mine == last) return intent + " was told as captured, and it is not there";
    done.erase(mine);
  }
  return std::nullopt;
}

}  // namespace payonce::life
