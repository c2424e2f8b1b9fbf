#include <algorithm>

#include "tests/life/model.hpp"

// Refunds that a channel refused, and that are sent another way.
namespace payonce::life {
namespace {

constexpr std::string_view suffix = ".again";

const Sight::Refund* of_cause(const Sight& sight, const std::string& cause_key) {
  const auto found = std::find_if(sight.refunds.begin(), sight.refunds.end(),
                                  [&](const Sight::Refund& refund) { return refund.cause_key == cause_key; });
  return found == sight.refunds.end() ? nullptr : &*found;
}

}  // namespace

const Sight::Refund* end_of(const Sight& sight, const Sight::Refund& first) {
  const Sight::Refund* last = &first;
  while (last->status == "failed") {
    const Sight::Refund* const later = of_cause(sight, last->cause_key + std::string(suffix));
    if (later == nullptr) break;
    last = later;
  }
  return last;
}

const Sight::Refund* Model::to_resend(const Request& request) const {
  const Sight::Refund* first = of_cause(sight_, request.target + ".refund." + request.again->text());
  if (first == nullptr) first = of_cause(sight_, request.again->text());
  return first == nullptr || first->order != request.target ? nullptr : end_of(sight_, *first);
}

std::string transfer_of(const Request& request) { return request.by_bank ? request.reference->text() : ""; }

/// The same once more is told so; the same money by another way is not: it has gone.
Outcomes Model::allowed_repeat(const Request& request, const Sight::Refund& sent) const {
  if (sent.cause != "failed") return {Outcome::already_booked};
  if (sent.outside || request.via) {
    return {sent.outside && request.via ? Outcome::already_booked : Outcome::reference_reused};
  }
  const auto told = resent_.find(sent.cause_key);
  if (told == resent_.end()) return {Outcome::already_booked, Outcome::reference_reused};  // nobody was told how
  return {told->second == transfer_of(request) ? Outcome::already_booked : Outcome::reference_reused};
}

Outcomes Model::allowed_resend(const Request& request, Behaviour behaviour) const {
  const auto known = orders_.find(request.target);
  if (known == orders_.end()) return {Outcome::order_unknown};
  if (known->second.in_doubt) return in_the_dark(request.verb);
  const Sight::Refund* const refused = to_resend(request);
  if (refused == nullptr) return {Outcome::out_of_order};
  if (refused->status == "succeeded") return allowed_repeat(request, *refused);
  if (refused->status != "failed") return {Outcome::outcome_unknown};
  if (!request.via) return {Outcome::refunded};
  return as_the_channel_does(behaviour, Outcome::refunded, Outcome::outcome_unknown);
}

Model::Effects Model::effects_of_resend(const Request& request) const {
  const Sight::Refund* const refused = to_resend(request);
  if (refused == nullptr || refused->status != "failed") return {};
  const std::string to = request.by_bank ? "1100.CNY" : orders_.at(request.target).buyer;
  return {{"2160.CNY", -refused->amount}, {to, refused->amount}};
}

Wrong Model::resends(const Sight& sight) const {
  std::set<std::string> within;
  for (const Sight::Refund& refund : sight.refunds) {
    if (refund.cause != "failed") continue;
    if (!refund.cause_key.ends_with(suffix) || !to_resend_.contains(refund.order))
      return refund.cause_key + " was sent again, and nobody asked for it";
    const std::string before = refund.cause_key.substr(0, refund.cause_key.size() - suffix.size());
    const Sight::Refund* const refused = of_cause(sight, before);
    if (refused == nullptr || refused->status != "failed" || refused->order != refund.order ||
        refused->amount != refund.amount) {
      return refund.cause_key + " was sent again, and its channel had not refused it";
    }
    if (!refund.outside) within.insert(refund.cause_key);
  }
  for (const std::string& cause : within) {
    if (!resent_.contains(cause)) return cause + " was sent again within the book, and nobody was told";
  }
  for (const auto& [cause, transfer] : resent_) {
    if (!within.contains(cause)) return cause + " was told as sent again, and it is not there";
  }
  return std::nullopt;
}

}  // namespace payonce::life
