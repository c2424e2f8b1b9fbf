#include "tests/life/tellings.hpp"

#include <charconv>
#include <sstream>

#include "tests/messages/told.hpp"

namespace payonce::life {
namespace {

std::int64_t number_in(const std::string& text) {
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

Tellings tellings_in(const std::vector<Event>& events) {
  Tellings all;
  for (const Event& event : events) {
    if (event.deed == Deed::tell) all.emplace(event.id, event);
  }
  return all;
}

const Event* first_of(const Event& event, const Tellings& all) {
  if (event.earlier == 0) return &event;
  const auto earlier = all.find(event.earlier);
  return earlier == all.end() ? nullptr : first_of(earlier->second, all);
}

Message message_of(const Event& event, const Event& first) {
  const bool repeated = first.id != event.id;
  const int id = repeated && !event.named ? first.id : event.id;
  const std::string word = "order." + first.how;
  const std::string order = "o" + std::to_string(first.order);
  Message made = test::message(
      {.event = word, .order = order, .version = first.version, .id = "m" + std::to_string(id), .minor = first.amount});
  if (made.event == event_created && !first.who.empty()) made.buyer = AccountId::parse("buyer", first.who).value();
  if (repeated && event.amount != 0) made.amount = test::cny(event.amount);
  made.body = body_of(made);
  return made;
}

orders::Basket basket_of(const Event& event) {
  orders::Basket basket;
  std::istringstream lines(event.lines);
  for (std::string line; std::getline(lines, line, ',');) {
    std::istringstream parts(line);
    std::string sku;
    std::string quantity;
    std::string price;
    std::getline(parts, sku, ':');
    std::getline(parts, quantity, ':');
    std::getline(parts, price, ':');
    basket.items.push_back({.sku = Sku::parse("sku", sku).value(),
                            .quantity = number_in(quantity),
                            .unit_price = test::cny(number_in(price))});
  }
  if (!event.coupon.empty()) basket.coupon = CouponCode::parse("coupon", event.coupon).value();
  return basket;
}

}  // namespace payonce::life
