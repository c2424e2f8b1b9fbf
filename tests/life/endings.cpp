#include "tests/life/endings.hpp"

namespace payonce::life {

const std::vector<std::string_view>& claimed() {
  static const std::vector<std::string_view> all{"created",
                                                 "paid",
                                                 "already_paid",
                                                 "declined",
                                                 "unavailable",
                                                 "outcome_unknown",
                                                 "in_progress",
                                                 "later",
                                                 "refunded",
                                                 "over_refund",
                                                 "booked",
                                                 "already_booked",
                                                 "reference_reused",
                                                 "already_done",
                                                 "out_of_order",
                                                 "order_unknown",
                                                 "account_unknown",
                                                 "cancelled",
                                                 "closing",
                                                 "shipped",
                                                 "replayed",
                                                 "authorised",
                                                 "captured",
                                                 "voided",
                                                 "amount_mismatch",
                                                 "over_capture",
                                                 "dispute opened",
                                                 "dispute won",
                                                 "dispute lost",
                                                 "dispute withdrawn",
                                                 "dispute turned over",
                                                 "dispute named again",
                                                 "refund refused for a dispute",
                                                 "refund although disputed",
                                                 "sent again by a channel",
                                                 "sent again by the bank",
                                                 "sent again to the balance",
                                                 "sent again and refused",
                                                 "money settles",
                                                 "money late",
                                                 "money duplicate",
                                                 "order refunded",
                                                 "order expired",
                                                 "order cancelled",
                                                 "order fulfilled",
                                                 "message applied",
                                                 "message early",
                                                 "message parked",
                                                 "message altered",
                                                 "message already_done",
                                                 "message skipped",
                                                 "message out_of_date",
                                                 "message waited and applied",
                                                 "tombstone laid",
                                                 "out_of_stock",
                                                 "coupon_refused",
                                                 "parcel sent",
                                                 "goods came back",
                                                 "goods never sent kept",
                                                 "deaths"};
  return all;
}

void count(const Outcome_of_life& life, Visits& visits) {
  for (const auto& [what, times] : life.told) visits[what] += times;
  for (const Sight::Attempt& attempt : life.last.attempts) {
    if (!attempt.role.empty()) visits["money " + attempt.role] += 1;
  }
  for (const auto& [number, order] : life.last.orders) visits["order " + order.status] += 1;
  for (const auto& [reference, dispute] : life.last.disputes) visits["dispute " + dispute.status] += 1;
  if (life.died > 0) visits["deaths"] += life.died;
}

std::vector<std::string_view> missing(const Visits& visits) {
  std::vector<std::string_view> all;
  for (const std::string_view ending : claimed()) {
    if (!visits.contains(std::string(ending))) all.push_back(ending);
  }
  return all;
}

std::string shown(const Visits& visits) {
  std::string all;
  for (const std::string_view ending : claimed()) {
    const auto met = visits.find(std::string(ending));
    all +=
        (all.empty() ? "" : ", ") + std::string(ending) + " " + std::to_string(met == visits.end() ? 0 : met->second);
  }
  return all;
}

}  // namespace payonce::life
