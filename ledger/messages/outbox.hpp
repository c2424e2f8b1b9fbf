#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/store/store.hpp"
#include "ledger/values/message.hpp"
#include "ledger/values/money.hpp"

/// What happened to orders, for others to hear: written by the schema in the transaction of each step, told afterwards at least once,
/// in the order of the commits. Writers stand in line, so a position is enough to remember what was told: whoever has told number n
/// has missed none below it.
namespace payonce::outbox {

struct Event {
  std::int64_t number = 0;
  std::string order;
  std::int64_t version = 0;  // of the order, behind the step
  std::string event;         // order.paid
  std::string buyer;
  std::string payee;
  Money amount;  // what is due; of a refund, what went back
  std::int64_t at_ns = 0;
};

/// Behind the given number; of one order, or all.
[[nodiscard]] std::vector<Event> events(View& view, std::int64_t after, std::int64_t at_most,
                                        const std::optional<std::string>& order = std::nullopt);
/// The number of the last event that was told.
[[nodiscard]] std::int64_t published(View& view);
/// Called when everything up to this number is written and flushed, and not before. False where it was told already.
[[nodiscard]] bool publish(Tx& tx, std::int64_t upto, std::int64_t now_ns);

/// The event as the message that others consume: its id is the ledger's own and the event's number, the same whenever it is told.
[[nodiscard]] Message message_of(const Event& event, std::string_view ledger_id);

}  // namespace payonce::outbox
