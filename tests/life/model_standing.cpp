#include <algorithm>
#include <utility>

#include "tests/life/model.hpp"

// Where each order must stand, from what is known of its money.
namespace payonce::life {
namespace {

std::string text(std::int64_t number) { return std::to_string(number); }

}  // namespace

bool Model::was_failed(const std::string& attempt) const {
  return std::any_of(sight_.attempts.begin(), sight_.attempts.end(), [&](const Sight::Attempt& before) {
    return before.reference == attempt && before.status == "failed";
  });
}

Wrong Model::orders(const Sight& sight) {
  for (auto known = orders_.begin(); known != orders_.end();) {
    if (known->second.in_doubt && !sight.orders.contains(known->first)) {
      known = orders_.erase(known);
      continue;
    }
    known->second.in_doubt = false;
    ++known;
  }
  if (orders_.size() != sight.orders.size())
    return "there are " + text(static_cast<std::int64_t>(sight.orders.size())) + " orders";
  struct Count {
    int settling = 0;
    bool any = false;
    bool open = false;
    bool revived = true;  // all of what is open was failed when it was looked at last
    std::int64_t captured = 0;
    std::int64_t refunded = 0;
    std::int64_t reserved = 0;
  };
  std::map<std::string, Count> counts;
  for (const Sight::Attempt& attempt : sight.attempts) {
    Count& count = counts[attempt.order];
    count.any = true;
    if (attempt.open() || attempt.holding()) {
      count.open = true;
      count.revived = count.revived && was_failed(attempt.reference);
    }
    if (attempt.role != "settles") continue;
    count.captured += attempt.captured;
    count.settling += attempt.status == "succeeded" ? 1 : 0;
  }
  for (const Sight::Refund& refund : sight.refunds) {
    if (refund.cause != "customer" || !refund.outside) continue;
    Count& count = counts[refund.order];
    // What its channel refused is still owed, and stays reserved until it went another way.
    (end_of(sight, refund)->status == "succeeded" ? count.refunded : count.reserved) += refund.amount;
  }
  for (auto& [number, order] : orders_) {
    const auto found = sight.orders.find(number);
    if (found == sight.orders.end()) return number + " is lost";
    const Sight::Order& book = found->second;
    const Count& count = counts[number];
    const int payments = count.settling + (order.by_balance ? 1 : 0);
    if (payments > 1) return number + " is paid " + text(payments) + " times";
    if (order.cancel_in_doubt)
      order.cancelled = order.cancelled || book.status == "cancelled" || book.status == "closing";
    if (order.ship_in_doubt) order.shipped = order.shipped || book.status == "fulfilled";
    order.cancel_in_doubt = order.ship_in_doubt = false;
    if (order.shipped && !std::exchange(order.all_left, order.shipped)) ship_all(order);
    if (order.paid && payments == 0) return number + " was told as paid, and it is not";
    const std::int64_t captured = count.captured + (order.by_balance ? order.due : 0);
    const std::int64_t refunded = count.refunded + order.given_back;
    std::string status = count.any ? "paying" : "created";
    const bool late = order.expires_at_ns && *order.expires_at_ns <= latest_ns_;
    order.expired =
        order.expired || (late && (book.status == "expired" || (book.status == "closing" && !order.cancelled)));
    if (order.cancelled || order.expired) status = count.open ? "closing" : order.cancelled ? "cancelled" : "expired";
    if (order.cancelled && order.expired && status == "cancelled")
      status = book.status == "expired" ? "expired" : status;
    // Of two messages of one moment the one that ends the order may be taken before the one that a hold has come about.
    const bool ended_before = book.status == "cancelled" || book.status == "expired";
    if (status == "closing" && count.revived && ended_before) status = book.status;
    // An end concluded from a channel's silence stays one, when money turns out to be held for it after all.
    if (!order.ended.empty()) status = order.ended;
    if (status == "cancelled" || status == "expired") order.ended = status;
    if (payments == 1) status = order.shipped && lie_ != Lie::shipped_orders_stay_paid ? "fulfilled" : "paid";
    if (payments == 1 && refunded == captured) status = "refunded";
    if (book.status != status) return number + " is " + book.status + ", not " + status;
    if (book.due != order.due || book.captured != captured || book.refunded != refunded ||
        book.reserved != count.reserved) {
      return number + " counts " + text(book.captured) + " captured, " + text(book.refunded) + " refunded, " +
             text(book.reserved) + " reserved, not " + text(captured) + ", " + text(refunded) + ", " +
             text(count.reserved);
    }
    if (refunded + count.reserved > captured) return number + " gives back more than it took";
  }
  return std::nullopt;
}

}  // namespace payonce::life
