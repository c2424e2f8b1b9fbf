#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/store/store.hpp"
#include "ledger/values/message.hpp"

/// The two gates against disorder (article A, "idempotence and order"): the version gate, `WHERE version < :new`, and the tombstone,
/// which is the state gate for an order that does not exist yet. Both are single conditional statements, judged by their row count.
namespace payonce::gate {

/// The newest state a consumer has seen of one order.
struct Newest {
  std::int64_t version = 0;
  std::string event;
  std::string body;
  std::int64_t changed_at_ns = 0;
};
[[nodiscard]] std::optional<Newest> newest(View& view, std::string_view consumer, std::string_view order);

/// True where the message is newer than everything seen of its order; it is the newest from here on.
[[nodiscard]] bool follow(Tx& tx, const Message& message, std::int64_t now_ns);

/// Whether an order was cancelled before it was made.
[[nodiscard]] bool has_tombstone(View& view, std::string_view order);
/// The order must not be there, and no tombstone either.
void lay_tombstone(Tx& tx, const Message& message, std::int64_t now_ns);

}  // namespace payonce::gate
