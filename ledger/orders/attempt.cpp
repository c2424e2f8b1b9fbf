#include "ledger/orders/attempt.hpp"

#include <algorithm>

#include "ledger/orders/query_schedule.hpp"
#include "ledger/orders/stored.hpp"
#include "schema/queries/attempts.hpp"

namespace payonce::orders {
namespace {

constexpr std::array statuses = {AttemptStatus::dispatched,      AttemptStatus::unknown,   AttemptStatus::authorised,
                                 AttemptStatus::partly_captured, AttemptStatus::succeeded, AttemptStatus::failed,
                                 AttemptStatus::voided,          AttemptStatus::expired};
constexpr std::array purposes = {Purpose::charge, Purpose::authorise};
constexpr std::array roles = {Role::settles, Role::duplicate, Role::late};

Attempt attempt_of(const Row& row) {
  Attempt attempt{.id = row.integer(0),
                  .order_id = row.integer(1),
                  .n = row.integer(2),
                  .purpose = stored_word(row.text(17), purposes),
                  .channel = std::string(row.text(3)),
                  .reference = std::string(row.text(4)),
                  .channel_txn = row.maybe_text(5),
                  .amount = stored_money(row.integer(6), row.text(7)),
                  .captured_minor = row.integer(18),
                  .status = stored_word(row.text(8), statuses),
                  .role = std::nullopt,
                  .needs_review = row.integer(10) != 0,
                  .queries = row.integer(11),
                  .holder = {},
                  .dispatched = {.wall_ns = row.integer(13),
                                 .machine = row.maybe_text(15).value_or(""),
                                 .boot_ns = row.maybe_integer(16).value_or(0)},
                  .version = row.integer(14),
                  .decided_by = std::nullopt,
                  .next_query_at_ns = row.maybe_integer(20),
                  .hold_until_ns = row.maybe_integer(21),
                  .hold = std::nullopt};
  if (!row.is_null(22)) attempt.hold = Duration{row.integer(22)};
  if (!row.is_null(9)) attempt.role = stored_word(row.text(9), roles);
  if (!row.is_null(19)) attempt.decided_by = source_named(row.text(19));
  const auto holder = row.bytes(12);
  invariant(holder.size() == attempt.holder.size(), "an attempt's holder has 16 bytes");
  std::copy(holder.begin(), holder.end(), attempt.holder.begin());
  return attempt;
}

template <Statement S>
std::optional<Attempt> first(View& view, const S& statement) {
  std::optional<Attempt> found;
  (void)view.one(statement, [&](const Row& row) { found = attempt_of(row); });
  return found;
}

template <Statement S>
std::vector<std::int64_t> numbers(View& view, const S& statement) {
  std::vector<std::int64_t> all;
  view.each(statement, [&](const Row& row) { all.push_back(row.integer(0)); });
  return all;
}

bool stepped(std::int64_t rows, Attempt& attempt, AttemptStatus status) {
  if (rows == 0) return false;
  attempt.status = status;
  attempt.version += 1;
  return true;
}

}  // namespace

std::string_view name(AttemptStatus status) {
  switch (status) {
    case AttemptStatus::dispatched: return "dispatched";
    case AttemptStatus::unknown: return "unknown";
    case AttemptStatus::authorised: return "authorised";
    case AttemptStatus::partly_captured: return "partly_captured";
    case AttemptStatus::succeeded: return "succeeded";
    case AttemptStatus::failed: return "failed";
    case AttemptStatus::voided: return "voided";
    case AttemptStatus::expired: return "expired";
  }
  return "";
}

std::string_view name(Purpose purpose) {
  switch (purpose) {
    case Purpose::charge: return "charge";
    case Purpose::authorise: return "authorise";
  }
  return "";
}

std::string_view name(Role role) {
  switch (role) {
    case Role::settles: return "settles";
    case Role::duplicate: return "duplicate";
    case Role::late: return "late";
  }
  return "";
}

std::optional<Attempt> find_attempt(View& view, std::int64_t id) {
  return first(view, sql::attempts::by_id{.attempt_id = id});
}

std::optional<Attempt> find_attempt(View& view, std::string_view channel, std::string_view reference) {
  return first(view, sql::attempts::by_reference{.channel = channel, .reference = reference});
}

std::optional<Attempt> open_attempt(View& view, std::int64_t order_id) {
  return first(view, sql::attempts::open_of_order{.order_id = order_id});
}

std::vector<Attempt> attempts_of(View& view, std::int64_t order_id) {
  std::vector<Attempt> all;
  view.each(sql::attempts::of_order{.order_id = order_id}, [&](const Row& row) { all.push_back(attempt_of(row)); });
  return all;
}

std::optional<Attempt> holding_attempt(View& view, std::int64_t order_id) {
  return first(view, sql::attempts::holding_of_order{.order_id = order_id});
}

std::vector<std::int64_t> open_attempts(View& view, std::optional<std::int64_t> due_ns) {
  return numbers(view, sql::attempts::open_ones{.due_ns = due_ns});
}

std::vector<std::int64_t> open_attempts_of_closing(View& view) {
  return numbers(view, sql::attempts::open_of_closing{});
}

std::vector<std::int64_t> holds_to_free(View& view) { return numbers(view, sql::attempts::holds_to_free{}); }

std::vector<std::int64_t> holds_past_end(View& view, std::int64_t now_ns) {
  return numbers(view, sql::attempts::holds_past_end{.now_ns = now_ns});
}

std::vector<std::int64_t> contradicted_attempts(View& view) { return numbers(view, sql::attempts::contradicted{}); }

std::vector<std::int64_t> concluded_attempts(View& view, std::int64_t since_ns) {
  return numbers(view, sql::attempts::concluded_ones{.since_ns = since_ns});
}

Attempt insert_attempt(Tx& tx, std::string_view ledger_id, std::int64_t order_id, std::string_view order_no,
                       Purpose purpose, std::string_view channel, const Money& amount, std::optional<Duration> hold,
                       const Holder& holder, const Moment& now) {
  std::optional<std::int64_t> hold_ns;
  if (hold) hold_ns = hold->ns;
  std::int64_t n = 1;
  (void)tx.one(sql::attempts::next_n{.order_id = order_id}, [&](const Row& row) { n = row.integer(0); });
  const std::string reference =
      "payonce/" + std::string(ledger_id) + "/" + std::string(order_no) + ".pay." + std::to_string(n);
  (void)tx.change(sql::attempts::insert{.order_id = order_id,
                                        .n = n,
                                        .purpose = name(purpose),
                                        .channel = channel,
                                        .reference = reference,
                                        .amount = amount.minor(),
                                        .currency = amount.currency().code(),
                                        .hold_ns = hold_ns,
                                        .holder = holder,
                                        .now_ns = now.wall_ns,
                                        .machine = now.machine,
                                        .boot_ns = now.boot_ns});
  auto written = find_attempt(tx, tx.last_id());
  invariant(written.has_value(), "an attempt just written is there");
  return *std::move(written);
}

bool succeed(Tx& tx, Attempt& attempt, Role role, std::string_view channel_txn, Source source, std::int64_t now_ns) {
  const auto rows = tx.change(sql::attempts::succeed{.role = name(role),
                                                     .channel_txn = channel_txn,
                                                     .source = name(source),
                                                     .now_ns = now_ns,
                                                     .attempt_id = attempt.id});
  if (!stepped(rows, attempt, AttemptStatus::succeeded)) return false;
  attempt.role = role;
  attempt.captured_minor = attempt.amount.minor();
  attempt.decided_by = source;
  attempt.channel_txn = std::string(channel_txn);
  return true;
}

bool authorise(Tx& tx, Attempt& attempt, std::string_view channel_txn, Source source, std::int64_t now_ns) {
  attempt.hold_until_ns = attempt.dispatched.wall_ns + attempt.hold->ns;
  const auto rows = tx.change(sql::attempts::authorise{.channel_txn = channel_txn,
                                                       .hold_until_ns = attempt.hold_until_ns,
                                                       .source = name(source),
                                                       .now_ns = now_ns,
                                                       .attempt_id = attempt.id});
  if (!stepped(rows, attempt, AttemptStatus::authorised)) return false;
  attempt.decided_by = source;
  attempt.channel_txn = std::string(channel_txn);
  return true;
}

bool capture(Tx& tx, Attempt& attempt, const Money& amount, Role role, bool ends, Source source, std::int64_t now_ns) {
  const bool all = ends || attempt.held().minor() == amount.minor();
  const AttemptStatus status = all ? AttemptStatus::succeeded : AttemptStatus::partly_captured;
  const auto rows = tx.change(sql::attempts::capture{.status = name(status),
                                                     .role = name(role),
                                                     .amount = amount.minor(),
                                                     .source = name(source),
                                                     .now_ns = now_ns,
                                                     .attempt_id = attempt.id});
  if (!stepped(rows, attempt, status)) return false;
  if (!attempt.role) attempt.role = role;
  attempt.captured_minor += amount.minor();
  attempt.decided_by = source;
  return true;
}

bool free_hold(Tx& tx, Attempt& attempt, AttemptStatus as, Source source, std::int64_t now_ns) {
  const AttemptStatus status = attempt.captured_minor == 0 ? as : AttemptStatus::succeeded;
  attempt.decided_by = source;
  return stepped(tx.change(sql::attempts::free{
                     .status = name(as), .source = name(source), .now_ns = now_ns, .attempt_id = attempt.id}),
                 attempt, status);
}

void confirm(Tx& tx, Attempt& attempt, Source source, std::int64_t now_ns) {
  if (tx.change(sql::attempts::confirm{.source = name(source), .now_ns = now_ns, .attempt_id = attempt.id}) == 0)
    return;
  attempt.needs_review = false;
  attempt.decided_by = source;
  attempt.version += 1;
}

bool fail(Tx& tx, Attempt& attempt, Source source, std::int64_t now_ns) {
  attempt.decided_by = source;
  return stepped(tx.change(sql::attempts::fail{.source = name(source), .now_ns = now_ns, .attempt_id = attempt.id}),
                 attempt, AttemptStatus::failed);
}

bool leave_unknown(Tx& tx, Attempt& attempt, bool needs_review, std::int64_t now_ns) {
  const auto wait = next_query_in(attempt.queries, attempt.reference);
  attempt.needs_review = needs_review || !wait;
  attempt.next_query_at_ns = wait ? std::optional(now_ns + wait->ns) : std::nullopt;
  return stepped(tx.change(sql::attempts::leave_unknown{.needs_review = attempt.needs_review ? 1 : 0,
                                                        .next_query_at_ns = attempt.next_query_at_ns,
                                                        .now_ns = now_ns,
                                                        .attempt_id = attempt.id}),
                 attempt, AttemptStatus::unknown);
}

void contradict(Tx& tx, Attempt& attempt, std::int64_t now_ns) {
  if (tx.change(sql::attempts::contradict{.now_ns = now_ns, .attempt_id = attempt.id}) == 0) return;
  attempt.needs_review = true;
  attempt.version += 1;
}

}  // namespace payonce::orders
