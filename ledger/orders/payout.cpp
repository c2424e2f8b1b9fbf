#include "ledger/orders/payout.hpp"

#include <array>

#include "ledger/orders/stored.hpp"
#include "schema/queries/payouts.hpp"

namespace payonce::orders {
namespace {

constexpr std::array statuses = {PayoutStatus::announced, PayoutStatus::arrived, PayoutStatus::returned};

Payout payout_of(const Row& row) {
  return {.id = row.integer(0),
          .channel = std::string(row.text(1)),
          .reference = std::string(row.text(2)),
          .to_us = row.text(3) == "to_us",
          .amount = stored_money(row.integer(4), row.text(5)),
          .status = stored_word(row.text(6), statuses),
          .announced_at_ns = row.integer(7)};
}

}  // namespace

std::string_view name(PayoutStatus status) {
  switch (status) {
    case PayoutStatus::announced: return "announced";
    case PayoutStatus::arrived: return "arrived";
    case PayoutStatus::returned: return "returned";
  }
  return "";
}

std::optional<Payout> find_payout(View& view, std::string_view channel, std::string_view reference) {
  std::optional<Payout> found;
  (void)view.one(sql::payouts::by_reference{.channel = channel, .reference = reference},
                 [&](const Row& row) { found = payout_of(row); });
  return found;
}

std::vector<Payout> open_payouts(View& view) {
  std::vector<Payout> all;
  view.each(sql::payouts::open_ones{}, [&](const Row& row) { all.push_back(payout_of(row)); });
  return all;
}

void insert_payout(Tx& tx, const Payout& payout, std::int64_t now_ns) {
  (void)tx.change(sql::payouts::insert{.channel = payout.channel,
                                       .reference = payout.reference,
                                       .direction = payout.to_us ? "to_us" : "from_us",
                                       .amount = payout.amount.minor(),
                                       .currency = payout.amount.currency().code(),
                                       .now_ns = now_ns});
}

bool step(Tx& tx, const Payout& payout, PayoutStatus to, std::int64_t now_ns) {
  return tx.change(sql::payouts::step{.to_status = name(to), .now_ns = now_ns, .payout_id = payout.id}) == 1;
}

}  // namespace payonce::orders
