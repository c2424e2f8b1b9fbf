#include "ledger/orders/refund.hpp"

#include <algorithm>

#include "ledger/orders/query_schedule.hpp"
#include "ledger/orders/stored.hpp"
#include "schema/queries/refunds.hpp"

namespace payonce::orders {
namespace {

constexpr std::array statuses = {RefundStatus::requested, RefundStatus::dispatched, RefundStatus::unknown,
                                 RefundStatus::succeeded, RefundStatus::failed};
constexpr std::array causes = {Cause::customer, Cause::duplicate, Cause::late, Cause::failed, Cause::dispute};

Refund refund_of(const Row& row) {
  Refund refund{.id = row.integer(0),
                .order_id = row.integer(1),
                .attempt_id = row.maybe_integer(2),
                .cause = stored_word(row.text(3), causes),
                .cause_key = std::string(row.text(4)),
                .amount = stored_money(row.integer(5), row.text(6)),
                .channel = row.maybe_text(7),
                .reference = row.maybe_text(8),
                .channel_txn = row.maybe_text(9),
                .status = stored_word(row.text(10), statuses),
                .holder = std::nullopt,
                .dispatched = std::nullopt,
                .version = row.integer(13),
                .replaces = row.maybe_integer(16),
                .decided_by = std::nullopt,
                .needs_review = row.integer(18) != 0,
                .queries = row.integer(19),
                .next_query_at_ns = row.maybe_integer(20),
                .owed = row.integer(21) != 0};
  if (!row.is_null(17)) refund.decided_by = source_named(row.text(17));
  if (!row.is_null(12)) {
    refund.dispatched = Moment{.wall_ns = row.integer(12),
                               .machine = row.maybe_text(14).value_or(""),
                               .boot_ns = row.maybe_integer(15).value_or(0)};
  }
  if (!row.is_null(11)) {
    const auto bytes = row.bytes(11);
    Holder holder{};
    invariant(bytes.size() == holder.size(), "a refund's holder has 16 bytes");
    std::copy(bytes.begin(), bytes.end(), holder.begin());
    refund.holder = holder;
  }
  return refund;
}

template <Statement S>
std::optional<Refund> first(View& view, const S& statement) {
  std::optional<Refund> found;
  (void)view.one(statement, [&](const Row& row) { found = refund_of(row); });
  return found;
}

bool stepped(std::int64_t rows, Refund& refund, RefundStatus status) {
  if (rows == 0) return false;
  refund.status = status;
  refund.version += 1;
  return true;
}

}  // namespace

std::string_view name(RefundStatus status) {
  switch (status) {
    case RefundStatus::requested: return "requested";
    case RefundStatus::dispatched: return "dispatched";
    case RefundStatus::unknown: return "unknown";
    case RefundStatus::succeeded: return "succeeded";
    case RefundStatus::failed: return "failed";
  }
  return "";
}

std::string_view name(Cause cause) {
  switch (cause) {
    case Cause::customer: return "customer";
    case Cause::duplicate: return "duplicate";
    case Cause::late: return "late";
    case Cause::failed: return "failed";
    case Cause::dispute: return "dispute";
  }
  return "";
}

std::optional<Refund> find_refund(View& view, std::int64_t id) {
  return first(view, sql::refunds::by_id{.refund_id = id});
}

std::optional<Refund> find_refund(View& view, std::string_view channel, std::string_view reference) {
  return first(view, sql::refunds::by_reference{.channel = channel, .reference = reference});
}

std::optional<Refund> refund_of_cause(View& view, std::string_view cause_key) {
  return first(view, sql::refunds::by_cause{.cause_key = cause_key});
}

std::optional<Refund> replacement_of(View& view, std::int64_t refund_id) {
  std::optional<std::int64_t> id;
  (void)view.one(sql::refunds::replaced_by{.refund_id = refund_id}, [&](const Row& row) { id = row.integer(0); });
  return id ? find_refund(view, *id) : std::nullopt;
}

std::vector<Refund> sent_again(View& view, const Refund& refund) {
  std::vector<Refund> all;
  for (auto later = replacement_of(view, refund.id); later; later = replacement_of(view, all.back().id)) {
    all.push_back(*std::move(later));
  }
  return all;
}

void no_longer_owed(Tx& tx, const Refund& refund) {
  (void)tx.change(sql::refunds::no_longer_owed{.refund_id = refund.id});
}

std::vector<Refund> refunds_of(View& view, std::int64_t order_id) {
  std::vector<Refund> all;
  view.each(sql::refunds::of_order{.order_id = order_id}, [&](const Row& row) { all.push_back(refund_of(row)); });
  return all;
}

std::vector<std::int64_t> open_refunds(View& view, std::optional<std::int64_t> due_ns) {
  std::vector<std::int64_t> all;
  view.each(sql::refunds::open_ones{.due_ns = due_ns}, [&](const Row& row) { all.push_back(row.integer(0)); });
  return all;
}

std::vector<std::int64_t> concluded_refunds(View& view, std::int64_t since_ns) {
  std::vector<std::int64_t> all;
  view.each(sql::refunds::concluded_ones{.since_ns = since_ns}, [&](const Row& row) { all.push_back(row.integer(0)); });
  return all;
}

std::int64_t insert_refund(Tx& tx, const Refund& refund, std::int64_t now_ns) {
  std::optional<std::int64_t> at_ns;
  std::optional<std::string_view> machine;
  std::optional<std::int64_t> boot_ns;
  if (refund.dispatched) {
    at_ns = refund.dispatched->wall_ns;
    machine = refund.dispatched->machine;
    boot_ns = refund.dispatched->boot_ns;
  }
  (void)tx.change(sql::refunds::insert{.order_id = refund.order_id,
                                       .attempt_id = refund.attempt_id,
                                       .cause = name(refund.cause),
                                       .cause_key = refund.cause_key,
                                       .replaces = refund.replaces,
                                       .amount = refund.amount.minor(),
                                       .currency = refund.amount.currency().code(),
                                       .channel = refund.channel,
                                       .reference = refund.reference,
                                       .status = name(refund.status),
                                       .holder = refund.holder,
                                       .dispatched_at_ns = at_ns,
                                       .machine = machine,
                                       .boot_ns = boot_ns,
                                       .now_ns = now_ns});
  return tx.last_id();
}

bool dispatch(Tx& tx, Refund& refund, const Holder& holder, const Moment& now) {
  const auto rows = tx.change(sql::refunds::dispatch{
      .holder = holder, .now_ns = now.wall_ns, .machine = now.machine, .boot_ns = now.boot_ns, .refund_id = refund.id});
  if (!stepped(rows, refund, RefundStatus::dispatched)) return false;
  refund.holder = holder;
  refund.dispatched = now;
  return true;
}

bool succeed(Tx& tx, Refund& refund, std::string_view channel_txn, Source source, std::int64_t now_ns) {
  const auto rows = tx.change(sql::refunds::succeed{
      .channel_txn = channel_txn, .source = name(source), .now_ns = now_ns, .refund_id = refund.id});
  if (!stepped(rows, refund, RefundStatus::succeeded)) return false;
  refund.channel_txn = std::string(channel_txn);
  refund.owed = false;
  return true;
}

bool fail(Tx& tx, Refund& refund, Source source, std::int64_t now_ns) {
  refund.decided_by = source;
  refund.owed = true;
  return stepped(tx.change(sql::refunds::fail{.source = name(source), .now_ns = now_ns, .refund_id = refund.id}),
                 refund, RefundStatus::failed);
}

bool leave_unknown(Tx& tx, Refund& refund, bool needs_review, std::int64_t now_ns) {
  const auto wait = next_query_in(refund.queries, refund.cause_key);
  refund.needs_review = needs_review || !wait;
  refund.next_query_at_ns = wait ? std::optional(now_ns + wait->ns) : std::nullopt;
  return stepped(tx.change(sql::refunds::leave_unknown{.needs_review = refund.needs_review ? 1 : 0,
                                                       .next_query_at_ns = refund.next_query_at_ns,
                                                       .now_ns = now_ns,
                                                       .refund_id = refund.id}),
                 refund, RefundStatus::unknown);
}

}  // namespace payonce::orders
