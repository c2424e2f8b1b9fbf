#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ledger/values/message.hpp"
#include "tests/support/shop.hpp"

namespace payonce::test {

/// A message as a sender would make it, for the consumer `orders` unless another is named.
struct Told {
  std::string_view event;
  std::string_view order;
  std::int64_t version = 1;
  std::string id = "e1";
  std::int64_t minor = 0;  // 0: names no amount
  std::string_view consumer = orders_consumer;
};

[[nodiscard]] inline Message message(const Told& told) {
  Message made{.consumer = AccountId::parse("consumer", told.consumer).value(),
               .event = std::string(told.event),
               .order = OrderId::parse("order", told.order).value(),
               .version = told.version,
               .id = Reference::parse("id", told.id).value()};
  if (told.minor > 0) made.amount = cny(told.minor);
  if (told.event == event_created) {
    made.buyer = AccountId::parse("buyer", "alice").value();
    made.payee = AccountId::parse("payee", "shop").value();
  }
  made.body = body_of(made);
  return made;
}

/// With what a channel moved as its evidence.
[[nodiscard]] inline Message by_channel(Message made, const std::optional<std::string>& reference,
                                        const std::string& channel_txn) {
  made.channel = ChannelId::parse("channel", "bank").value();
  if (reference) made.reference = Reference::parse("reference", *reference).value();
  made.channel_txn = Reference::parse("channel_txn", channel_txn).value();
  made.body = body_of(made);
  return made;
}

}  // namespace payonce::test
