#include "ledger/layers/reconciliation_sides.hpp"

#include "ledger/orders/stored.hpp"
#include "schema/queries/reconciliation.hpp"

namespace payonce::reconciliation {
namespace {

constexpr std::int64_t page_rows = 512;  // some 100 KiB of ours at a time

Ours ours_of(Movement movement, const Row& row) {
  return {.movement = movement,
          .reference = std::string(row.text(0)),
          .channel_txn = row.maybe_text(1).value_or(""),
          .amount = orders::stored_money(row.integer(2), row.text(3)),
          .status = std::string(row.text(4)),
          .order = std::string(row.text(5))};
}

}  // namespace

const Ours* OursInOrder::front() {
  while (page_.empty() && !ended_) read_page();
  return page_.empty() ? nullptr : &page_.front();
}

void OursInOrder::read_page() {
  const auto keep = [&](const Row& row) { page_.push_back(ours_of(movement_, row)); };
  switch (movement_) {
    case Movement::capture:
      view_.each(sql::reconciliation::captures_behind{.channel = channel_, .behind = behind_, .at_most = page_rows},
                 keep);
      break;
    case Movement::charge:
      view_.each(sql::reconciliation::attempts_behind{.channel = channel_, .behind = behind_, .at_most = page_rows},
                 keep);
      break;
    default:
      view_.each(sql::reconciliation::refunds_behind{.channel = channel_, .behind = behind_, .at_most = page_rows},
                 keep);
      break;
  }
  if (!page_.empty()) {
    behind_ = page_.back().reference;
    return;
  }
  behind_.clear();
  ended_ = movement_ == Movement::refund;
  movement_ = movement_ == Movement::capture ? Movement::charge : Movement::refund;
}

std::optional<Ours> ours_now(View& view, const std::string& channel, Movement movement, const std::string& reference,
                             std::int64_t now_ns) {
  std::optional<Ours> found;
  const auto keep = [&](const Row& row) {
    found = ours_of(movement, row);
    found->held = row.integer(6) != 0;
  };
  switch (movement) {
    case Movement::capture:
      (void)view.one(sql::reconciliation::capture_now{.now_ns = now_ns, .channel = channel, .reference = reference},
                     keep);
      break;
    case Movement::charge:
      (void)view.one(sql::reconciliation::attempt_now{.now_ns = now_ns, .channel = channel, .reference = reference},
                     keep);
      break;
    default:
      (void)view.one(sql::reconciliation::refund_now{.now_ns = now_ns, .channel = channel, .reference = reference},
                     keep);
      break;
  }
  return found;
}

Total& total_of(ChannelReport& report, const Currency& currency) {
  for (Total& total : report.totals) {
    if (total.currency == currency) return total;
  }
  return report.totals.emplace_back(Total{.currency = currency});
}

std::int64_t signed_minor(Movement movement, const Money& amount) {
  return movement == Movement::refund ? -amount.minor() : amount.minor();
}

}  // namespace payonce::reconciliation
