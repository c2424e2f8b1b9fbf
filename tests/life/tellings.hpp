#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/orders/basket.hpp"
#include "ledger/values/message.hpp"
#include "tests/life/event.hpp"

/// What events say in the words of the product: messages of a sender, baskets of a buyer.
namespace payonce::life {

inline constexpr std::string_view unreadable = "unreadable";

/// The events of a list that tell something, by their id.
using Tellings = std::map<int, Event>;
[[nodiscard]] Tellings tellings_in(const std::vector<Event>& events);

/// The first of those that repeat one another: the event itself where it repeats none; nothing where what it repeats is not in
/// the list.
[[nodiscard]] const Event* first_of(const Event& event, const Tellings& all);
/// The message of an event whose first one is this. Repeated, it comes under the id it came under first, or under another; with
/// an amount of the repeating event's own it is altered. It must not be unreadable.
[[nodiscard]] Message message_of(const Event& event, const Event& first);

/// What an order is made of; its text is ours, and well formed.
[[nodiscard]] orders::Basket basket_of(const Event& event);

}  // namespace payonce::life
