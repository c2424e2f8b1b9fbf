#include "tests/life/model.hpp"

// Disputes: what may be told about them, what each step moves, and what must stand behind it.
namespace payonce::life {
namespace {

constexpr const char* receivable = "1200.bank.CNY";
constexpr const char* disputed = "1220.CNY";
constexpr const char* losses = "5200.CNY";
constexpr const char* fees = "5210.CNY";

std::int64_t fee_of(const Request& request) { return request.other_amount ? request.other_amount->minor() : 0; }

}  // namespace

std::int64_t Model::charged_back(const std::string& order) const {
  std::int64_t sum = 0;
  for (const auto& [reference, dispute] : disputes_) {
    const bool gone = dispute.status == "opened" || dispute.status == "lost";
    if (dispute.order == order && gone) sum += dispute.amount;
  }
  return sum;
}

bool Model::paid_back_twice(const std::string& order) const {
  const auto known = sight_.orders.find(order);
  if (known == sight_.orders.end()) return false;
  const std::int64_t given_back = known->second.refunded + known->second.reserved;
  const std::int64_t charged = charged_back(order);
  return given_back > 0 && charged > 0 && given_back + charged > known->second.captured;
}

Outcomes Model::allowed_dispute(const Request& request) const {
  const auto known = orders_.find(request.target);
  if (known == orders_.end()) return {Outcome::order_unknown};
  if (known->second.in_doubt) return in_the_dark(request.verb);
  bool settled = false;
  for (const Sight::Attempt& attempt : sight_.attempts)
    settled = settled || (attempt.order == request.target && attempt.role == "settles");
  if (!settled) return {Outcome::out_of_order};
  const auto named = disputes_.find(request.reference->text());
  if (named == disputes_.end()) return {Outcome::booked};
  const bool same = named->second.order == request.target && named->second.amount == request.amount->minor();
  return {same ? Outcome::already_booked : Outcome::reference_reused};
}

Outcomes Model::allowed_decision(const Request& request) const {
  const auto named = disputes_.find(request.target);
  if (named == disputes_.end()) return {Outcome::out_of_order};
  const std::string& status = named->second.status;
  if (status == request.how) return {Outcome::already_booked};
  if (status != "opened" && !(status == "lost" && request.how == "won")) return {Outcome::out_of_order};
  const std::int64_t taken = request.how == "lost" ? 0 : named->second.fee;
  return {fee_of(request) > taken ? Outcome::amount_mismatch : Outcome::booked};
}

Model::Effects Model::effects_of_dispute(const Request& request) const {
  const std::int64_t amount = request.amount->minor();
  const std::int64_t fee = fee_of(request);
  return {{disputed, -amount}, {fees, -fee}, {receivable, amount + fee}};
}

Model::Effects Model::effects_of_decision(const Request& request) const {
  const auto named = disputes_.find(request.target);
  if (named == disputes_.end()) return {};
  const std::int64_t amount = named->second.amount;
  const bool lost_before = named->second.status == "lost";
  if (request.how == "lost") {
    if (lie_ == Lie::lost_disputes_cost_nothing) return {};
    return {{disputed, amount}, {losses, -amount}};
  }
  const std::int64_t fee = fee_of(request);
  return {{lost_before ? losses : disputed, amount}, {fees, fee}, {receivable, -amount - fee}};
}

void Model::note(const Request& request, const Reply& reply) {
  if (reply.replayed) return;
  if (request.verb == Verb::dispute_open && reply.outcome == Outcome::already_booked) met_["dispute named again"] += 1;
  if (request.verb == Verb::dispute_close && reply.outcome == Outcome::booked && request.how == "won") {
    const auto named = disputes_.find(request.target);
    if (named != disputes_.end() && named->second.status == "lost") met_["dispute turned over"] += 1;
  }
  if (request.again && reply.outcome == Outcome::refunded) {
    met_[request.via       ? "sent again by a channel"
         : request.by_bank ? "sent again by the bank"
                           : "sent again to the balance"] += 1;
  }
  if (request.again && reply.outcome == Outcome::declined) met_["sent again and refused"] += 1;
  if (request.verb != Verb::refund || request.again || charged_back(request.target) == 0) return;
  const std::string& status = sight_.orders.at(request.target).status;
  if (reply.outcome == Outcome::out_of_order && status != "paying") met_["refund refused for a dispute"] += 1;
  if (reply.outcome == Outcome::refunded && request.despite_dispute) met_["refund although disputed"] += 1;
}

Wrong Model::disputes(const Sight& sight) const {
  for (const auto& [reference, dispute] : sight.disputes) {
    const auto known = disputes_.find(reference);
    if (known == disputes_.end()) return "dispute " + reference + " was never opened";
    if (known->second.order != dispute.order || known->second.amount != dispute.amount ||
        known->second.fee != dispute.fee) {
      return "dispute " + reference + " is another than was opened";
    }
    if (known->second.status != dispute.status)
      return "dispute " + reference + " is " + dispute.status + ", not " + known->second.status;
  }
  if (sight.disputes.size() != disputes_.size()) return "a dispute is lost";
  for (const auto& [number, order] : sight.orders) {
    const std::int64_t wanted = charged_back(number);
    if (order.charged_back == wanted) continue;
    return number + " counts " + std::to_string(order.charged_back) + " charged back, not " + std::to_string(wanted);
  }
  return std::nullopt;
}

}  // namespace payonce::life
