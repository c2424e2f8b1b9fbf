#include "tests/life/model.hpp"

// What a request moves between accounts when it is done, wholly within the book.
namespace payonce::life {

bool Model::in_one_step(const Request& request) const {
  if (request.verb == Verb::pay) return !request.via;
  if (request.verb == Verb::authorise || request.verb == Verb::capture || request.verb == Verb::void_hold) return false;
  if (request.again) return !request.via;
  if (request.verb != Verb::refund) return true;
  const auto order = orders_.find(request.target);
  return order != orders_.end() && order->second.by_balance;
}

Model::Effects Model::effects_of(const Request& request) const {
  switch (request.verb) {
    case Verb::topup: return {{"1100.CNY", -request.amount->minor()}, {request.target, request.amount->minor()}};
    case Verb::transfer:
      return {{request.target, -request.amount->minor()}, {request.counterpart->text(), request.amount->minor()}};
    case Verb::pay: {
      const auto order = orders_.find(request.target);
      if (order == orders_.end()) return {};
      const std::int64_t due = order->second.due;
      return {{order->second.buyer, -due}, {"shop", lie_ == Lie::a_payment_counts_twice ? 2 * due : due}};
    }
    case Verb::refund: {
      if (request.again) return effects_of_resend(request);
      const std::int64_t amount = lie_ == Lie::refunds_cost_nothing ? 0 : amount_of(request);
      return {{"shop", -amount}, {orders_.at(request.target).buyer, amount}};
    }
    case Verb::dispute_open: return effects_of_dispute(request);
    case Verb::dispute_close: return effects_of_decision(request);
    default: return {};
  }
}

void Model::happened(const Request& request, const Effects& effects) {
  for (const auto& [account, change] : effects) wallets_[account] += change;
  if (request.again) resent_.emplace(to_resend(request)->cause_key + ".again", transfer_of(request));
  facts_[intent_of(request)] = amount_of(request);
  if (request.verb == Verb::pay) orders_.at(request.target).by_balance = true;
  if (request.verb == Verb::refund && !request.again) orders_.at(request.target).given_back += amount_of(request);
  if (request.verb == Verb::dispute_close) disputes_.at(request.target).status = request.how;
  if (request.verb != Verb::dispute_open) return;
  disputes_[request.reference->text()] = {.order = request.target,
                                          .amount = request.amount->minor(),
                                          .fee = request.other_amount ? request.other_amount->minor() : 0};
}

}  // namespace payonce::life
