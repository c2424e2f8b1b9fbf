#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/values/ids.hpp"
#include "ledger/values/money.hpp"

namespace payonce {

/// The consumer that applies messages to the orders of the ledger itself. Every other name is a follower, which keeps the newest
/// state it has seen of each order.
inline constexpr std::string_view orders_consumer = "orders";

/// The events of an order, as the outbox tells them and the consumer `orders` takes them. A follower takes any name.
inline constexpr std::string_view event_created = "order.created";
inline constexpr std::string_view event_paid = "order.paid";
inline constexpr std::string_view event_shipped = "order.shipped";
inline constexpr std::string_view event_refunded = "order.refunded";
inline constexpr std::string_view event_cancelled = "order.cancelled";
inline constexpr std::string_view event_expired =
    "order.expired";  // its time to be paid is over; ends like a cancelled one

/// The name of an event: 1 to 64 of a-z 0-9 . _ -, beginning with a letter.
[[nodiscard]] Result<std::string> parse_event(std::string_view field, std::string_view text);

/// One message about one order. What it means is (consumer, order, event, version): that is what it is known again by, since one
/// business event may come under several ids (idempotency.md R27; article A, messaging). The id is logged.
struct Message {
  AccountId consumer;
  std::string event;
  OrderId order;
  std::int64_t version = 1;  // of the order, behind the step that is told; from 1
  Reference id;              // its sender's own number for it
  std::optional<std::int64_t> at_ns{};

  // What it says. `body` is all of it as one canonical JSON object; the members below are those of them that orders know.
  std::string body = "{}";
  std::optional<AccountId> buyer{};
  std::optional<AccountId> payee{};
  std::optional<Money> amount{};
  std::optional<ChannelId> channel{};      // a movement of this channel is the evidence
  std::optional<Reference> reference{};    // ours, as the channel was given it; of a refund the sender's own number
  std::optional<Reference> channel_txn{};  // the channel's own number
};

/// What can be told as data of an event of an order, as one canonical JSON object: members that are set, by name.
[[nodiscard]] std::string body_of(const Message& message);

/// The message as one line of JSON without its end, as `payonce consume` reads it. Not addressed, it names no consumer: whoever reads
/// it decides for whom (`payonce publish`).
[[nodiscard]] std::string to_json(const Message& message, bool addressed);

}  // namespace payonce
