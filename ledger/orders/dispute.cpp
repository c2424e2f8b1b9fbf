#include "ledger/orders/dispute.hpp"

#include <array>

#include "ledger/orders/stored.hpp"
#include "schema/queries/disputes.hpp"

namespace payonce::orders {
namespace {

constexpr std::array statuses = {DisputeStatus::opened, DisputeStatus::won, DisputeStatus::lost,
                                 DisputeStatus::withdrawn};

Dispute dispute_of(const Row& row) {
  return {.id = row.integer(0),
          .order_id = row.integer(1),
          .attempt_id = row.integer(2),
          .channel = std::string(row.text(3)),
          .reference = std::string(row.text(4)),
          .amount = stored_money(row.integer(5), row.text(8)),
          .fee = stored_money(row.integer(6), row.text(8)),
          .excess_minor = row.integer(7),
          .status = stored_word(row.text(9), statuses),
          .opened_at_ns = row.integer(10),
          .changed_at_ns = row.integer(11)};
}

template <Statement S>
std::vector<Dispute> all_of(View& view, const S& statement) {
  std::vector<Dispute> all;
  view.each(statement, [&](const Row& row) { all.push_back(dispute_of(row)); });
  return all;
}

}  // namespace

std::string_view name(DisputeStatus status) {
  switch (status) {
    case DisputeStatus::opened: return "opened";
    case DisputeStatus::won: return "won";
    case DisputeStatus::lost: return "lost";
    case DisputeStatus::withdrawn: return "withdrawn";
  }
  return "";
}

std::optional<DisputeStatus> dispute_status_named(std::string_view wanted) {
  for (const DisputeStatus status : statuses) {
    if (name(status) == wanted) return status;
  }
  return std::nullopt;
}

std::vector<Dispute> find_disputes(View& view, std::optional<std::string_view> channel, std::string_view reference) {
  return all_of(view, sql::disputes::by_reference{.reference = reference, .channel = channel});
}

std::vector<Dispute> disputes_of(View& view, std::int64_t order_id) {
  return all_of(view, sql::disputes::of_order{.order_id = order_id});
}

std::vector<Dispute> list_disputes(View& view, std::int64_t at_most) {
  return all_of(view, sql::disputes::list{.at_most = at_most});
}

std::int64_t insert_dispute(Tx& tx, const Dispute& dispute, std::int64_t now_ns) {
  (void)tx.change(sql::disputes::insert{.order_id = dispute.order_id,
                                        .attempt_id = dispute.attempt_id,
                                        .channel = dispute.channel,
                                        .reference = dispute.reference,
                                        .amount = dispute.amount.minor(),
                                        .fee = dispute.fee.minor(),
                                        .excess = dispute.excess_minor,
                                        .currency = dispute.amount.currency().code(),
                                        .now_ns = now_ns});
  return tx.last_id();
}

bool step(Tx& tx, const Dispute& dispute, DisputeStatus to, std::int64_t now_ns) {
  return tx.change(sql::disputes::step{
             .to_status = name(to), .now_ns = now_ns, .dispute_id = dispute.id, .from_status = name(dispute.status)}) ==
         1;
}

}  // namespace payonce::orders
