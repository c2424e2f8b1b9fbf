#include <algorithm>

#include "tests/life/watcher.hpp"

// One book against another.
namespace payonce::life {
namespace {

/// What of an attempt does not depend on whose message came first.
std::vector<std::string> ends(const Sight& sight) {
  std::vector<std::string> all;
  for (const Sight::Attempt& attempt : sight.attempts) {
    // A hold is freed by whoever comes first: by us, or when its time is up.
    const bool free = attempt.status == "voided" || attempt.status == "expired";
    all.push_back(attempt.order + " " + std::to_string(attempt.amount) + " " + std::to_string(attempt.captured) + " " +
                  (free ? "free" : attempt.status) + " " + attempt.role);
  }
  for (const Sight::Refund& refund : sight.refunds) {
    all.push_back(refund.order + " " + refund.cause + " " + std::to_string(refund.amount) + " " + refund.status);
  }
  std::sort(all.begin(), all.end());
  return all;
}

template <class Map, class Say>
std::string first_difference(const Map& one, const Map& other, Say&& say) {
  for (const auto& [name, value] : one) {
    const auto found = other.find(name);
    if (found == other.end()) return name + ": " + say(value) + " and nothing";
    if (found->second != value) return name + ": " + say(value) + " and " + say(found->second);
  }
  for (const auto& [name, value] : other) {
    if (!one.contains(name)) return name + ": nothing and " + say(value);
  }
  return {};
}

}  // namespace

bool Sight::same_book(const Sight& other) const { return difference(other).empty(); }

std::string Sight::difference(const Sight& other) const {
  auto found = first_difference(accounts, other.accounts, [](std::int64_t value) { return std::to_string(value); });
  if (!found.empty()) return found;
  found = first_difference(orders, other.orders, [](const Order& order) {
    return order.status + " captured " + std::to_string(order.captured) + " refunded " +
           std::to_string(order.refunded) + " reserved " + std::to_string(order.reserved) + " charged back " +
           std::to_string(order.charged_back);
  });
  if (!found.empty()) return found;
  found = first_difference(disputes, other.disputes, [](const Dispute& dispute) { return dispute.status; });
  if (!found.empty()) return found;
  const auto shown = [](const Goods& kept) {
    return std::to_string(kept.on_hand) + " on hand, " + std::to_string(kept.reserved) + " reserved";
  };
  found = first_difference(goods, other.goods, shown);
  if (!found.empty()) return found;
  found = first_difference(coupons, other.coupons, [](std::int64_t used) { return std::to_string(used) + " times"; });
  if (!found.empty()) return found;
  const auto mine = ends(*this);
  const auto theirs = ends(other);
  if (mine == theirs) return {};
  const auto at = std::mismatch(mine.begin(), mine.end(), theirs.begin(), theirs.end());
  return (at.first == mine.end() ? std::string("nothing") : *at.first) + " and " +
         (at.second == theirs.end() ? std::string("nothing") : *at.second);
}

std::string meaning_of(std::string_view order, std::string_view event, std::int64_t version) {
  return std::string(order) + " " + std::string(event) + " " + std::to_string(version);
}

}  // namespace payonce::life
