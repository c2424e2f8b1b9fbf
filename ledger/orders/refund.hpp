#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/orders/attempt.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/money.hpp"

namespace payonce::orders {

enum class RefundStatus { requested, dispatched, unknown, succeeded, failed };
/// Who wants the money back: the customer, or the ledger itself, because it came twice or too late.
/// `failed`: money a channel refused to give back, sent another way; `dispute`: what a dispute that was won leaves to give back.
enum class Cause { customer, duplicate, late, failed, dispute };
[[nodiscard]] std::string_view name(RefundStatus status);
[[nodiscard]] std::string_view name(Cause cause);

struct Refund {
  std::int64_t id = 0;
  std::int64_t order_id = 0;
  std::optional<std::int64_t> attempt_id;  // whose money goes back; none where the order was paid from a balance
  Cause cause = Cause::customer;
  std::string cause_key;  // unique for ever: one cause, one refund
  Money amount;
  std::optional<std::string> channel;
  std::optional<std::string> reference;
  std::optional<std::string> channel_txn = std::nullopt;
  RefundStatus status = RefundStatus::requested;
  std::optional<Holder> holder = std::nullopt;
  std::optional<Moment> dispatched = std::nullopt;
  std::int64_t version = 1;
  std::optional<std::int64_t> replaces = std::nullopt;  // the failed refund whose money this one sends
  std::optional<Source> decided_by = std::nullopt;
  bool needs_review = false;
  std::int64_t queries = 0;
  std::optional<std::int64_t> next_query_at_ns = std::nullopt;

  bool owed = false;  // its channel refused it, and the money is still the customer's

  /// Whether the order's own counters count it: what its customer asked for, and what replaces that (schema 0006).
  [[nodiscard]] bool counted() const { return cause_key.compare(cause_key.find('.') + 1, 6, "refund") == 0; }
  [[nodiscard]] bool open() const { return status == RefundStatus::dispatched || status == RefundStatus::unknown; }
};

[[nodiscard]] std::optional<Refund> find_refund(View& view, std::int64_t id);
[[nodiscard]] std::optional<Refund> find_refund(View& view, std::string_view channel, std::string_view reference);
[[nodiscard]] std::optional<Refund> refund_of_cause(View& view, std::string_view cause_key);
/// Everything that was sent in the place of a refund, the next first.
[[nodiscard]] std::vector<Refund> sent_again(View& view, const Refund& refund);
/// A refund before it in its chain went through after all.
void no_longer_owed(Tx& tx, const Refund& refund);
/// The refund that sends the money of a refused one another way.
[[nodiscard]] std::optional<Refund> replacement_of(View& view, std::int64_t refund_id);
[[nodiscard]] std::vector<Refund> refunds_of(View& view, std::int64_t order_id);
/// Those that are to be asked about by then; without a time, all.
[[nodiscard]] std::vector<std::int64_t> open_refunds(View& view, std::optional<std::int64_t> due_ns);

/// Failed by conclusion, of those sent since then, sent another way meanwhile or not: what a channel may yet turn out to have
/// carried out.
[[nodiscard]] std::vector<std::int64_t> concluded_refunds(View& view, std::int64_t since_ns);

/// Writes a refund with the status it begins in; gives its id.
std::int64_t insert_refund(Tx& tx, const Refund& refund, std::int64_t now_ns);
/// Each gives false where the step is taken already; the refund is changed to match where it was not.
[[nodiscard]] bool dispatch(Tx& tx, Refund& refund, const Holder& holder, const Moment& now);
[[nodiscard]] bool succeed(Tx& tx, Refund& refund, std::string_view channel_txn, Source source, std::int64_t now_ns);
[[nodiscard]] bool fail(Tx& tx, Refund& refund, Source source, std::int64_t now_ns);
[[nodiscard]] bool leave_unknown(Tx& tx, Refund& refund, bool needs_review, std::int64_t now_ns);

}  // namespace payonce::orders
