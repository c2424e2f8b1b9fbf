#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/store/store.hpp"
#include "ledger/values/money.hpp"
#include "ledger/world/moment.hpp"

namespace payonce::orders {

enum class AttemptStatus { dispatched, unknown, succeeded, failed };
/// What the money of a succeeded attempt is: it settles its order, or it came a second time, or too late (ledger.md 2.3).
enum class Role { settles, duplicate, late };
[[nodiscard]] std::string_view name(AttemptStatus status);
[[nodiscard]] std::string_view name(Role role);

/// The key that holds an attempt or a refund: 16 bytes, as idempotency_key is looked up.
using Holder = std::array<std::uint8_t, 16>;

/// One try to have a channel move an order's money. Written, as dispatched, before the channel is asked.
struct Attempt {
  std::int64_t id = 0;
  std::int64_t order_id = 0;
  std::int64_t n = 1;
  std::string channel;
  std::string reference;  // ours, derived from the order and n: the same on every repetition
  std::optional<std::string> channel_txn;
  Money amount;
  AttemptStatus status = AttemptStatus::dispatched;
  std::optional<Role> role;
  bool needs_review = false;
  std::int64_t queries = 0;
  Holder holder{};
  Moment dispatched{};
  std::int64_t version = 1;

  [[nodiscard]] bool open() const { return status == AttemptStatus::dispatched || status == AttemptStatus::unknown; }
};

[[nodiscard]] std::optional<Attempt> find_attempt(View& view, std::int64_t id);
[[nodiscard]] std::optional<Attempt> find_attempt(View& view, std::string_view channel, std::string_view reference);
/// The one attempt of an order whose end is not known, if there is one.
[[nodiscard]] std::optional<Attempt> open_attempt(View& view, std::int64_t order_id);
[[nodiscard]] std::vector<Attempt> attempts_of(View& view, std::int64_t order_id);
[[nodiscard]] std::vector<std::int64_t> open_attempts(View& view);
/// Attempts dispatched since then that we hold as failed by conclusion.
[[nodiscard]] std::vector<std::int64_t> concluded_attempts(View& view, std::int64_t since_ns);

/// Writes the next attempt of an order, as dispatched. `ledger_id` keeps the references of two ledgers at one channel apart.
[[nodiscard]] Attempt insert_attempt(Tx& tx, std::string_view ledger_id, std::int64_t order_id,
                                     std::string_view order_no, std::string_view channel, const Money& amount,
                                     const Holder& holder, const Moment& now);
/// Each gives false where the step is taken already; the attempt is changed to match where it was not.
[[nodiscard]] bool succeed(Tx& tx, Attempt& attempt, Role role, std::string_view channel_txn, std::int64_t now_ns);
/// `concluded`: from a channel's silence, not by what it said.
[[nodiscard]] bool fail(Tx& tx, Attempt& attempt, bool concluded, std::int64_t now_ns);
[[nodiscard]] bool leave_unknown(Tx& tx, Attempt& attempt, bool needs_review, std::int64_t now_ns);

}  // namespace payonce::orders
