#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/orders/evidence.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/money.hpp"
#include "ledger/world/moment.hpp"

namespace payonce::orders {

/// A charge is dispatched → succeeded or failed; a hold is authorised first, captured in parts, then succeeded, voided or expired.
enum class AttemptStatus { dispatched, unknown, authorised, partly_captured, succeeded, failed, voided, expired };
enum class Purpose { charge, authorise };
/// What the money of a succeeded attempt is: it settles its order, or it came a second time, or too late (ledger.md 2.3).
enum class Role { settles, duplicate, late };
[[nodiscard]] std::string_view name(AttemptStatus status);
[[nodiscard]] std::string_view name(Role role);
[[nodiscard]] std::string_view name(Purpose purpose);

/// The key that holds an attempt or a refund: 16 bytes, as idempotency_key is looked up.
using Holder = std::array<std::uint8_t, 16>;

/// One try to have a channel move an order's money. Written, as dispatched, before the channel is asked.
struct Attempt {
  std::int64_t id = 0;
  std::int64_t order_id = 0;
  std::int64_t n = 1;
  Purpose purpose = Purpose::charge;
  std::string channel;
  std::string reference;  // ours, derived from the order and n: the same on every repetition
  std::optional<std::string> channel_txn;
  Money amount;
  std::int64_t captured_minor = 0;
  AttemptStatus status = AttemptStatus::dispatched;
  std::optional<Role> role;
  bool needs_review = false;
  std::int64_t queries = 0;
  Holder holder{};
  Moment dispatched{};
  std::int64_t version = 1;
  /// Whose word the status rests on; none while it rests on nothing.
  std::optional<Source> decided_by = std::nullopt;
  /// When its channel is asked again (wall clock); only while its outcome is unknown.
  std::optional<std::int64_t> next_query_at_ns = std::nullopt;
  std::optional<std::int64_t> hold_until_ns = std::nullopt;
  std::optional<Duration> hold = std::nullopt;  // of an authorise: for how long it is asked to be held

  [[nodiscard]] bool open() const { return status == AttemptStatus::dispatched || status == AttemptStatus::unknown; }
  /// Money is held for it at the channel.
  [[nodiscard]] bool holding() const {
    return status == AttemptStatus::authorised || status == AttemptStatus::partly_captured;
  }
  /// Failed, and no channel has said so: concluded from silence, or given up by a person while nobody could tell. Its channel is
  /// asked about it for a while, and whatever it says that it moved is booked.
  [[nodiscard]] bool concluded() const {
    return status == AttemptStatus::failed && needs_review &&
           (decided_by == Source::silence || decided_by == Source::manual);
  }
  /// What is held of it, where it is holding.
  [[nodiscard]] Money held() const { return {amount.minor() - captured_minor, amount.currency()}; }
};

[[nodiscard]] std::optional<Attempt> find_attempt(View& view, std::int64_t id);
[[nodiscard]] std::optional<Attempt> find_attempt(View& view, std::string_view channel, std::string_view reference);
/// The one attempt of an order whose end is not known, if there is one.
[[nodiscard]] std::optional<Attempt> open_attempt(View& view, std::int64_t order_id);
[[nodiscard]] std::vector<Attempt> attempts_of(View& view, std::int64_t order_id);
/// The attempt that holds money for an order, if there is one: the latest, should an earlier one have come late.
[[nodiscard]] std::optional<Attempt> holding_attempt(View& view, std::int64_t order_id);
/// Those that are to be asked about by then; without a time, all.
[[nodiscard]] std::vector<std::int64_t> open_attempts(View& view, std::optional<std::int64_t> due_ns);
[[nodiscard]] std::vector<std::int64_t> open_attempts_of_closing(View& view);
/// Attempts that hold money their order wants no more of.
[[nodiscard]] std::vector<std::int64_t> holds_to_free(View& view);
[[nodiscard]] std::vector<std::int64_t> holds_past_end(View& view, std::int64_t now_ns);
/// Attempts of which a weaker source says otherwise than their status.
[[nodiscard]] std::vector<std::int64_t> contradicted_attempts(View& view);
/// Attempts dispatched since then that we hold as failed by conclusion.
[[nodiscard]] std::vector<std::int64_t> concluded_attempts(View& view, std::int64_t since_ns);

/// Writes the next attempt of an order, as dispatched. `ledger_id` keeps the references of two ledgers at one channel apart.
[[nodiscard]] Attempt insert_attempt(Tx& tx, std::string_view ledger_id, std::int64_t order_id,
                                     std::string_view order_no, Purpose purpose, std::string_view channel,
                                     const Money& amount, std::optional<Duration> hold, const Holder& holder,
                                     const Moment& now);
/// Each gives false where the step is taken already; the attempt is changed to match where it was not.
[[nodiscard]] bool succeed(Tx& tx, Attempt& attempt, Role role, std::string_view channel_txn, Source source,
                           std::int64_t now_ns);
/// Its end is counted from when it was asked for, by our own clock: neither a channel's clock nor the moment at which the news
/// arrived changes it. It may be held a little longer; its channel is asked before anything is called free.
[[nodiscard]] bool authorise(Tx& tx, Attempt& attempt, std::string_view channel_txn, Source source,
                             std::int64_t now_ns);
/// So much of it was captured, by an operation that says so; `ends` where the rest is freed in the same commit.
[[nodiscard]] bool capture(Tx& tx, Attempt& attempt, const Money& amount, Role role, bool ends, Source source,
                           std::int64_t now_ns);
/// The rest is free: `as` is voided or expired, and stands where nothing was captured.
[[nodiscard]] bool free_hold(Tx& tx, Attempt& attempt, AttemptStatus as, Source source, std::int64_t now_ns);
/// What it stands as was said again, by a source strong enough to end a contradiction.
void confirm(Tx& tx, Attempt& attempt, Source source, std::int64_t now_ns);
/// By Source::silence it is a conclusion of ours, marked for review, which what a channel says overrules.
[[nodiscard]] bool fail(Tx& tx, Attempt& attempt, Source source, std::int64_t now_ns);
/// The next question is put in the schedule; when that is over, a person should look.
[[nodiscard]] bool leave_unknown(Tx& tx, Attempt& attempt, bool needs_review, std::int64_t now_ns);
/// A weaker source says otherwise than its status: the status stays, and the channel is to be asked.
void contradict(Tx& tx, Attempt& attempt, std::int64_t now_ns);

}  // namespace payonce::orders
