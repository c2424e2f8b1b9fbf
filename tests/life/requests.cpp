#include "tests/life/requests.hpp"

#include <algorithm>
#include <string>

#include "tests/support/shop.hpp"

namespace payonce::life {

std::optional<Request> request_of(const Event& event, const std::map<int, Request>& asked) {
  const std::string key = "k" + std::to_string(event.id);
  const std::string order = "o" + std::to_string(event.order);
  const std::string reference = event.named ? "R" + std::to_string(event.id) : "";
  switch (event.deed) {
    case Deed::topup: return test::topping_up(event.who, event.amount, key, reference);
    case Deed::transfer: {
      Request request = test::transferring(event.who, event.to, event.amount, key);
      if (event.named) request.reference = test::topping_up(event.who, 1, key, reference).reference;
      return request;
    }
    case Deed::pay: return event.via ? test::charging(order, key) : test::paying(order, key);
    case Deed::refund: {
      Request request = test::refunding(order, std::max<std::int64_t>(event.amount, 1), key, reference);
      if (event.amount == 0) request.amount.reset();
      if (event.despite) {
        request.despite_dispute = true;
        request.reason = "as the customer was promised";
      }
      return request;
    }
    case Deed::authorise: {
      Request request = test::authorising(order, key);
      request.hold = event.time;
      return request;
    }
    case Deed::capture: {
      Request request = test::capturing(order, std::max<std::int64_t>(event.amount, 1), key, reference);
      if (event.amount == 0) request.amount.reset();
      request.last = event.last;
      return request;
    }
    case Deed::resend: {
      const auto refused = asked.find(event.earlier);
      if (event.how.empty() && refused == asked.end()) return std::nullopt;
      const std::string named = event.how.empty() ? "R" + std::to_string(event.earlier)
                                                  : order + "." + event.how + "." + std::to_string(event.amount);
      Request request = test::refunding(event.how.empty() ? refused->second.target : order, 1, key, named);
      request.again = request.reference;
      request.reference.reset();
      request.amount.reset();
      if (event.via) request.via = test::charging(order, key).via;
      request.by_bank = event.named && !event.via;
      if (request.by_bank) request.reference = test::refunding(order, 1, key, reference).reference;
      return request;
    }
    case Deed::free: return test::voiding(order, key);
    case Deed::dispute: {
      const std::string dispute = "D" + std::to_string(event.earlier == 0 ? event.id : event.earlier);
      Request request = test::refunding(order, event.amount, key, dispute);
      request.verb = Verb::dispute_open;
      if (event.fee > 0) request.other_amount = test::cny(event.fee);
      return request;
    }
    case Deed::decide: {
      Request request = test::voiding("D" + std::to_string(event.earlier), key);
      request.verb = Verb::dispute_close;
      request.how = event.how;
      if (event.fee > 0) request.other_amount = test::cny(event.fee);
      return request;
    }
    default: break;
  }
  const auto earlier = asked.find(event.earlier);
  if (earlier == asked.end()) return std::nullopt;
  Request request = earlier->second;
  if (event.deed == Deed::again) return request;
  if (event.deed == Deed::twin) {
    request.key = test::key_of(key);
    if (event.amount != 0 && request.amount) request.amount = test::cny(event.amount);
    return request;
  }
  if (event.deed != Deed::reuse) return std::nullopt;
  request.amount = test::cny(request.amount ? request.amount->minor() + 1 : 7);
  return request;
}

}  // namespace payonce::life
