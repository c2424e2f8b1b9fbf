#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/orders/attempt.hpp"
#include "ledger/orders/evidence.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/money.hpp"
#include "ledger/world/moment.hpp"

namespace payonce::orders {

/// What is asked of a channel about an attempt: to capture a part of what is held, to free it, or never to act on it.
enum class OperationKind { capture, void_hold, close };
enum class OperationStatus { dispatched, unknown, succeeded, failed };
[[nodiscard]] std::string_view name(OperationKind kind);
[[nodiscard]] std::string_view name(OperationStatus status);

/// Written, as dispatched, before the channel is asked; one of an attempt at a time.
struct Operation {
  std::int64_t id = 0;
  std::int64_t attempt_id = 0;
  std::int64_t n = 1;
  OperationKind kind = OperationKind::capture;
  bool last = false;         // a capture behind which the rest is freed
  std::string business_key;  // one fact, one operation that did not fail
  std::string channel;
  std::string reference;  // ours, derived from the attempt's and n
  std::optional<std::string> channel_txn = std::nullopt;
  Money amount;
  OperationStatus status = OperationStatus::dispatched;
  std::optional<Source> decided_by = std::nullopt;
  bool needs_review = false;
  std::int64_t queries = 0;
  std::optional<std::int64_t> next_query_at_ns = std::nullopt;
  Holder holder{};
  Moment dispatched{};
  std::int64_t version = 1;

  [[nodiscard]] bool open() const {
    return status == OperationStatus::dispatched || status == OperationStatus::unknown;
  }
};

[[nodiscard]] std::optional<Operation> find_operation(View& view, std::int64_t id);
[[nodiscard]] std::optional<Operation> find_operation(View& view, std::string_view channel, std::string_view reference);
/// The operation of a fact that did not fail.
[[nodiscard]] std::optional<Operation> operation_of_key(View& view, std::string_view business_key);
/// The one operation of an attempt whose end is not known, if there is one.
[[nodiscard]] std::optional<Operation> open_operation(View& view, std::int64_t attempt_id);
[[nodiscard]] std::vector<Operation> operations_of(View& view, std::int64_t order_id);
/// Those that are to be asked about by then; without a time, all.
[[nodiscard]] std::vector<std::int64_t> open_operations(View& view, std::optional<std::int64_t> due_ns);
/// Captures failed by conclusion, of those sent since then: what a channel may yet turn out to have moved.
[[nodiscard]] std::vector<std::int64_t> concluded_captures(View& view, std::int64_t since_ns);
/// Which the next operation of an attempt will be.
[[nodiscard]] std::int64_t next_operation(View& view, std::int64_t attempt_id);

/// Writes it, as dispatched: id, n, reference and version are filled in. An operation that has a reference, because the channel
/// did it of its own accord, keeps it.
void insert_operation(Tx& tx, Operation& operation, const Attempt& attempt, const Moment& now);
/// Each gives false where the step is taken already; the operation is changed to match where it was not.
[[nodiscard]] bool succeed(Tx& tx, Operation& operation, std::string_view channel_txn, Source source,
                           std::int64_t now_ns);
[[nodiscard]] bool fail(Tx& tx, Operation& operation, Source source, std::int64_t now_ns);
/// The next question is put in the schedule; when that is over, a person should look.
[[nodiscard]] bool leave_unknown(Tx& tx, Operation& operation, bool needs_review, std::int64_t now_ns);

}  // namespace payonce::orders
