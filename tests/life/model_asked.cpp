#include <algorithm>

#include "ledger/values/duration.hpp"
#include "ledger/values/outcome.hpp"
#include "tests/life/model.hpp"

// What may be answered, and what is learnt from what was.
namespace payonce::life {
namespace {

constexpr std::int64_t window_ns = seconds(5).ns;    // as a new ledger has it
constexpr std::int64_t retention_ns = hours(72).ns;  // likewise

std::string shown(const Outcomes& outcomes) {
  std::string all;
  for (const Outcome outcome : outcomes) all += (all.empty() ? "" : ", ") + std::string(name(outcome));
  return all;
}

}  // namespace

/// What may be told where anything may have happened before: by the same key, or by somebody whose attempt is open.
Outcomes in_the_dark(Verb verb) {
  Outcomes all{Outcome::in_progress, Outcome::outcome_unknown, Outcome::declined};
  switch (verb) {
    case Verb::pay:
      all.insert({Outcome::later, Outcome::unavailable, Outcome::paid, Outcome::already_paid, Outcome::out_of_order,
                  Outcome::order_unknown});
      break;
    case Verb::refund:
      all.insert({Outcome::refunded, Outcome::already_booked, Outcome::reference_reused, Outcome::over_refund,
                  Outcome::out_of_order, Outcome::order_unknown});
      break;
    case Verb::authorise:
      all.insert({Outcome::later, Outcome::unavailable, Outcome::authorised, Outcome::already_paid,
                  Outcome::out_of_order, Outcome::order_unknown});
      break;
    case Verb::capture:
      all.insert({Outcome::unavailable, Outcome::captured, Outcome::paid, Outcome::already_paid,
                  Outcome::already_booked, Outcome::reference_reused, Outcome::over_capture, Outcome::out_of_order,
                  Outcome::order_unknown});
      break;
    case Verb::void_hold:
      all.insert({Outcome::unavailable, Outcome::voided, Outcome::already_done, Outcome::already_booked,
                  Outcome::out_of_order, Outcome::order_unknown});
      break;
    case Verb::dispute_open:
    case Verb::dispute_close:
      all.insert({Outcome::booked, Outcome::already_booked, Outcome::reference_reused, Outcome::amount_mismatch,
                  Outcome::out_of_order, Outcome::order_unknown});
      break;
    default:
      all.insert({Outcome::booked, Outcome::already_booked, Outcome::reference_reused, Outcome::account_unknown});
      break;
  }
  return all;
}

Outcomes as_the_channel_does(Behaviour behaviour, Outcome done, Outcome unreached) {
  switch (behaviour) {
    case Behaviour::approve:
    case Behaviour::twice: return {done};
    case Behaviour::slow: return {done, Outcome::outcome_unknown};  // it may take longer than anybody waits
    case Behaviour::decline: return {Outcome::declined};
    case Behaviour::down: return {unreached};
    case Behaviour::lose:
    case Behaviour::late: return {Outcome::outcome_unknown};
  }
  return {};
}

std::string intent_of(const Request& request) {
  if (request.verb == Verb::pay) return request.target + ".pay";
  if (request.again) return request.target + " again " + request.again->text();
  if (request.verb == Verb::dispute_open) return "dispute " + request.reference->text() + ".opened";
  if (request.verb == Verb::dispute_close) return "dispute " + request.target + "." + request.how;
  const std::string own = request.reference ? "ref " + request.reference->text() : "key " + request.key.text();
  return (about_order(request.verb) ? request.target + " " : "") + std::string(name(request.verb)) + " " + own;
}

bool Model::has_open_attempt(const std::string& order) const {
  return std::any_of(sight_.attempts.begin(), sight_.attempts.end(),
                     [&](const Sight::Attempt& attempt) { return attempt.order == order && attempt.open(); });
}

std::int64_t Model::holds(const std::string& account) const {
  const auto found = sight_.accounts.find(account);
  return found == sight_.accounts.end() ? 0 : found->second;
}

std::int64_t Model::amount_of(const Request& request) const {
  if (request.amount) return request.amount->minor();
  if (request.verb == Verb::capture) {
    const Sight::Attempt* hold = hold_of(request.target);
    return hold == nullptr ? 0 : hold->amount - hold->captured;
  }
  const auto order = sight_.orders.find(request.target);
  if (order == sight_.orders.end()) return 0;
  return order->second.captured - order->second.refunded - order->second.reserved;
}

Outcomes Model::allowed_payment(const Request& request, std::int64_t now_ns, Behaviour behaviour) const {
  const auto known = orders_.find(request.target);
  if (known == orders_.end()) return {Outcome::order_unknown};
  if (has_open_attempt(request.target) || known->second.in_doubt) return in_the_dark(request.verb);
  const std::string& status = sight_.orders.at(request.target).status;
  if (status == "paid" || status == "fulfilled") return {Outcome::already_paid};
  if (status != "created" && status != "paying") return {Outcome::out_of_order};
  if (known->second.expires_at_ns && *known->second.expires_at_ns <= now_ns) return {Outcome::out_of_order};
  if (hold_of(request.target) != nullptr) return {Outcome::out_of_order};
  if (request.via) {
    return as_the_channel_does(behaviour, lie_ == Lie::declined_is_paid ? Outcome::declined : Outcome::paid,
                               Outcome::unavailable);
  }
  return {holds(known->second.buyer) >= known->second.due ? Outcome::paid : Outcome::declined};
}

Outcomes Model::allowed_refund(const Request& request, Behaviour behaviour) const {
  const auto known = orders_.find(request.target);
  if (known == orders_.end()) return {Outcome::order_unknown};
  if (known->second.in_doubt) return in_the_dark(request.verb);
  const Sight::Order& order = sight_.orders.at(request.target);
  if (request.reference && refunds_.contains(intent_of(request))) return in_the_dark(request.verb);
  if (order.status == "refunded") return {Outcome::over_refund};
  if (order.status != "paid" && order.status != "fulfilled") return {Outcome::out_of_order};
  if (charged_back(request.target) > 0 && !request.despite_dispute) return {Outcome::out_of_order};
  const std::int64_t amount = amount_of(request);
  if (amount < 1 || amount > order.captured - order.refunded - order.reserved) return {Outcome::over_refund};
  if (holds("shop") < amount) return {Outcome::declined};
  if (known->second.by_balance) return {Outcome::refunded};
  return as_the_channel_does(behaviour, Outcome::refunded, Outcome::outcome_unknown);
}

Outcomes Model::allowed_move(const Request& request) const {
  if (request.target == "nobody") return {Outcome::account_unknown};
  if (const auto stands = facts_.find(intent_of(request)); stands != facts_.end()) {
    // The same reference for something else is a mistake, unless amount and accounts happen to agree.
    return {Outcome::already_booked, Outcome::reference_reused};
  }
  const bool covered = request.verb == Verb::topup || holds(request.target) >= request.amount->minor();
  return {covered ? Outcome::booked : Outcome::declined};
}

Outcomes Model::allowed(const Request& request, std::int64_t now_ns, Behaviour behaviour) const {
  if (const auto asked = in_doubt_.find(request.key.text()); asked != in_doubt_.end()) {
    Outcomes all = in_the_dark(request.verb);
    // Somebody else may have found its end, and that may be past its retention by now.
    if (latest_ns_ >= asked->second + retention_ns) all.insert(Outcome::key_expired);
    return all;
  }
  Outcomes all;
  switch (request.verb) {
    case Verb::pay: all = allowed_payment(request, now_ns, behaviour); break;
    case Verb::authorise: all = allowed_hold(request, now_ns, behaviour); break;
    case Verb::refund: return request.again ? allowed_resend(request, behaviour) : allowed_refund(request, behaviour);
    case Verb::capture: return allowed_capture(request, behaviour);
    case Verb::void_hold: return allowed_release(request, behaviour);
    case Verb::dispute_open: return allowed_dispute(request);
    case Verb::dispute_close: return allowed_decision(request);
    default: return allowed_move(request);
  }
  // Somebody else asked for the same a moment ago: the window may say so, and nothing has happened.
  const auto admitted = admitted_.find(request.target);
  if (admitted == admitted_.end()) return all;
  for (const auto& [key, at_ns] : admitted->second) {
    if (key != request.key.text() && at_ns <= now_ns + window_ns && now_ns < at_ns + window_ns + minutes(3).ns) {
      all.insert(Outcome::later);
    }
  }
  return all;
}

void Model::clock_shows(std::int64_t wall_ns) {
  latest_ns_ = std::max(latest_ns_, wall_ns);
  for (auto& [key, told] : final_) told.latest_ns = std::max(told.latest_ns, wall_ns);
}

Wrong Model::repeated(const Told& told, const Reply& reply) const {
  if (reply.replayed && reply.answer == told.bytes && reply.outcome == told.outcome) return std::nullopt;
  // Behind its retention (or with a clock that says so) it is refused, or, when even that is forgotten, judged anew: what it
  // was about is done, and stays done once.
  if (told.latest_ns >= told.wall_ns + retention_ns) return std::nullopt;
  return "a finished key was told " + std::string(name(reply.outcome)) + ", not its first answer, " +
         std::string(name(told.outcome));
}

Wrong Model::asked(const Request& request, const Reply* reply, std::int64_t begun_ns, Behaviour behaviour) {
  const std::string& key = request.key.text();
  clock_shows(begun_ns);
  const Outcomes may = allowed(request, begun_ns, behaviour);
  const auto told = final_.find(key);
  const bool first = told == final_.end();
  if (request.again) to_resend_.insert(request.target);
  if (request.verb == Verb::refund && !request.again) {
    Refund& refund = refunds_[intent_of(request)];
    refund.order = request.target;
    refund.amounts.insert(request.amount ? request.amount->minor() : 0);
  }
  if ((request.verb == Verb::pay || request.verb == Verb::authorise) && first)
    admitted_[request.target][key] = begun_ns;
  if (reply == nullptr) {
    if (first) in_doubt_.emplace(key, begun_ns);
    if (first && in_one_step(request)) pending_ = Pending{request, effects_of(request)};
    return std::nullopt;
  }
  if (!first) {
    if (const Wrong wrong = repeated(told->second, *reply)) return wrong;
    return reply->replayed ? std::nullopt : learn(request, *reply);
  }
  if (done_untold_.contains(key) && !reply->replayed && latest_ns_ < begun_ns + retention_ns) {
    return "what was done before its caller died is told as " + std::string(name(reply->outcome)) + ", and not again";
  }
  if (!may.contains(reply->outcome)) {
    return "told " + std::string(name(reply->outcome)) + ", where only this may be told: " + shown(may);
  }
  if (keeping(reply->outcome) == Keeping::final_answer) {
    // Its end may have been found, and its answer stored, at any time since it was asked for.
    const auto doubt = in_doubt_.find(key);
    const bool at_once = doubt == in_doubt_.end();
    final_.emplace(
        key, Told{reply->outcome, reply->answer, at_once ? begun_ns : doubt->second, at_once ? begun_ns : latest_ns_});
    in_doubt_.erase(key);
    if (request.verb == Verb::refund && !request.again && !request.reference && !succeeded(reply->outcome)) {
      refunds_[intent_of(request)].refused = true;
    }
  } else if (reply->outcome == Outcome::outcome_unknown || reply->outcome == Outcome::in_progress) {
    in_doubt_.emplace(key, begun_ns);
  }
  return learn(request, *reply);
}

Wrong Model::learn(const Request& request, const Reply& reply) {
  note(request, reply);
  switch (reply.outcome) {
    case Outcome::already_paid: orders_.at(request.target).paid = true; break;
    case Outcome::paid:
      if (in_one_step(request) && !orders_.at(request.target).by_balance) happened(request, effects_of(request));
      orders_.at(request.target).paid = true;
      break;
    case Outcome::booked:
      if (!facts_.contains(intent_of(request))) {
        happened(request, effects_of(request));
      } else if (!reply.replayed) {
        return intent_of(request) + " is told as booked for a second time";
      }
      break;
    case Outcome::refunded:
      if (in_one_step(request) && !facts_.contains(intent_of(request))) happened(request, effects_of(request));
      if (!request.again) refunds_[intent_of(request)].refunded = true;
      break;
    case Outcome::captured:
      captures_[intent_of(request)] = {.order = request.target, .amounts = {amount_of(request)}};
      break;
    case Outcome::already_booked:
      if (request.verb == Verb::capture || request.verb == Verb::void_hold || request.again) break;
      if (request.verb == Verb::refund) {
        refunds_[intent_of(request)].refunded = true;
      } else if (!facts_.contains(intent_of(request))) {
        return intent_of(request) + " is told as booked already, and never was";
      }
      break;
    default: break;
  }
  return std::nullopt;
}

}  // namespace payonce::life
