#include "ledger/orders/operation.hpp"

#include <algorithm>
#include <array>

#include "ledger/orders/query_schedule.hpp"
#include "ledger/orders/stored.hpp"
#include "schema/queries/operations.hpp"

namespace payonce::orders {
namespace {

constexpr std::array kinds = {OperationKind::capture, OperationKind::void_hold, OperationKind::close};
constexpr std::array statuses = {OperationStatus::dispatched, OperationStatus::unknown, OperationStatus::succeeded,
                                 OperationStatus::failed};

Operation operation_of(const Row& row) {
  Operation operation{.id = row.integer(0),
                      .attempt_id = row.integer(1),
                      .n = row.integer(2),
                      .kind = stored_word(row.text(3), kinds),
                      .last = row.integer(4) != 0,
                      .business_key = std::string(row.text(5)),
                      .channel = std::string(row.text(6)),
                      .reference = std::string(row.text(7)),
                      .channel_txn = row.maybe_text(8),
                      .amount = stored_money(row.integer(9), row.text(10)),
                      .status = stored_word(row.text(11), statuses),
                      .decided_by = std::nullopt,
                      .needs_review = row.integer(13) != 0,
                      .queries = row.integer(14),
                      .next_query_at_ns = row.maybe_integer(15),
                      .holder = {},
                      .dispatched = {.wall_ns = row.integer(17),
                                     .machine = row.maybe_text(18).value_or(""),
                                     .boot_ns = row.maybe_integer(19).value_or(0)},
                      .version = row.integer(20)};
  if (!row.is_null(12)) operation.decided_by = source_named(row.text(12));
  const auto holder = row.bytes(16);
  invariant(holder.size() == operation.holder.size(), "an operation's holder has 16 bytes");
  std::copy(holder.begin(), holder.end(), operation.holder.begin());
  return operation;
}

template <Statement S>
std::optional<Operation> first(View& view, const S& statement) {
  std::optional<Operation> found;
  (void)view.one(statement, [&](const Row& row) { found = operation_of(row); });
  return found;
}

bool stepped(std::int64_t rows, Operation& operation, OperationStatus status) {
  if (rows == 0) return false;
  operation.status = status;
  operation.version += 1;
  return true;
}

}  // namespace

std::string_view name(OperationKind kind) {
  switch (kind) {
    case OperationKind::capture: return "capture";
    case OperationKind::void_hold: return "void";
    case OperationKind::close: return "close";
  }
  return "";
}

std::string_view name(OperationStatus status) {
  switch (status) {
    case OperationStatus::dispatched: return "dispatched";
    case OperationStatus::unknown: return "unknown";
    case OperationStatus::succeeded: return "succeeded";
    case OperationStatus::failed: return "failed";
  }
  return "";
}

std::optional<Operation> find_operation(View& view, std::int64_t id) {
  return first(view, sql::operations::by_id{.operation_id = id});
}

std::optional<Operation> find_operation(View& view, std::string_view channel, std::string_view reference) {
  return first(view, sql::operations::by_reference{.channel = channel, .reference = reference});
}

std::optional<Operation> operation_of_key(View& view, std::string_view business_key) {
  return first(view, sql::operations::by_key{.business_key = business_key});
}

std::optional<Operation> open_operation(View& view, std::int64_t attempt_id) {
  return first(view, sql::operations::open_of_attempt{.attempt_id = attempt_id});
}

std::vector<Operation> operations_of(View& view, std::int64_t order_id) {
  std::vector<Operation> all;
  view.each(sql::operations::of_order{.order_id = order_id}, [&](const Row& row) { all.push_back(operation_of(row)); });
  return all;
}

std::vector<std::int64_t> open_operations(View& view, std::optional<std::int64_t> due_ns) {
  std::vector<std::int64_t> all;
  view.each(sql::operations::open_ones{.due_ns = due_ns}, [&](const Row& row) { all.push_back(row.integer(0)); });
  return all;
}

std::vector<std::int64_t> concluded_captures(View& view, std::int64_t since_ns) {
  std::vector<std::int64_t> all;
  view.each(sql::operations::concluded_captures{.since_ns = since_ns},
            [&](const Row& row) { all.push_back(row.integer(0)); });
  return all;
}

std::int64_t next_operation(View& view, std::int64_t attempt_id) {
  std::int64_t n = 1;
  (void)view.one(sql::operations::next_n{.attempt_id = attempt_id}, [&](const Row& row) { n = row.integer(0); });
  return n;
}

void insert_operation(Tx& tx, Operation& operation, const Attempt& attempt, const Moment& now) {
  operation.n = next_operation(tx, attempt.id);
  if (operation.reference.empty()) {
    operation.reference =
        attempt.reference + "." + std::string(name(operation.kind)) + "." + std::to_string(operation.n);
  }
  (void)tx.change(sql::operations::insert{.attempt_id = attempt.id,
                                          .n = operation.n,
                                          .kind = name(operation.kind),
                                          .is_last = operation.last ? 1 : 0,
                                          .business_key = operation.business_key,
                                          .channel = attempt.channel,
                                          .reference = operation.reference,
                                          .amount = operation.amount.minor(),
                                          .currency = operation.amount.currency().code(),
                                          .holder = operation.holder,
                                          .now_ns = now.wall_ns,
                                          .machine = now.machine,
                                          .boot_ns = now.boot_ns});
  auto written = find_operation(tx, tx.last_id());
  invariant(written.has_value(), "an operation just written is there");
  operation = *std::move(written);
}

bool succeed(Tx& tx, Operation& operation, std::string_view channel_txn, Source source, std::int64_t now_ns) {
  const auto rows = tx.change(sql::operations::succeed{
      .channel_txn = channel_txn, .source = name(source), .now_ns = now_ns, .operation_id = operation.id});
  if (!stepped(rows, operation, OperationStatus::succeeded)) return false;
  operation.decided_by = source;
  operation.channel_txn = std::string(channel_txn);
  return true;
}

bool fail(Tx& tx, Operation& operation, Source source, std::int64_t now_ns) {
  operation.decided_by = source;
  return stepped(
      tx.change(sql::operations::fail{.source = name(source), .now_ns = now_ns, .operation_id = operation.id}),
      operation, OperationStatus::failed);
}

bool leave_unknown(Tx& tx, Operation& operation, bool needs_review, std::int64_t now_ns) {
  const auto wait = next_query_in(operation.queries, operation.reference);
  operation.needs_review = needs_review || !wait;
  operation.next_query_at_ns = wait ? std::optional(now_ns + wait->ns) : std::nullopt;
  return stepped(tx.change(sql::operations::leave_unknown{.needs_review = operation.needs_review ? 1 : 0,
                                                          .next_query_at_ns = operation.next_query_at_ns,
                                                          .now_ns = now_ns,
                                                          .operation_id = operation.id}),
                 operation, OperationStatus::unknown);
}

}  // namespace payonce::orders
