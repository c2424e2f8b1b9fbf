#include "ledger/journal/rule.hpp"

#include <optional>

#include "ledger/values/invariant.hpp"
#include "schema/queries/rules.hpp"

namespace payonce::journal {
namespace {

constexpr std::array<std::string_view, event_count> events = {
    "paid_from_balance",
    "paid_from_balance_ahead",
    "captured",
    "captured_ahead",
    "paid_from_suspense",
    "paid_from_suspense_ahead",
    "authorised",
    "captured_part",
    "captured_part_ahead",
    "captured_last",
    "captured_last_ahead",
    "hold_freed",
    "fulfilled",
    "goods_left",
    "goods_back",
    "surplus",
    "surplus_of_hold",
    "refund_accepted",
    "refund_accepted_ahead",
    "refund_accepted_of_sale",
    "refund_accepted_owed",
    "refund_confirmed",
    "refund_confirmed_late",
    "refund_failed",
    "refund_from_balance",
    "refund_from_balance_ahead",
    "refund_from_balance_of_sale",
    "refund_to_balance",
    "refund_by_bank",
    "topped_up",
    "transferred",
    "adjusted_debit",
    "adjusted_credit",
    "fee_taken",
    "reserve_withheld",
    "reserve_released",
    "payout_announced",
    "payout_arrived",
    "payout_returned",
    "claim_announced",
    "claim_arrived",
    "claim_returned",
    "suspense_in",
    "suspense_out",
    "suspense_in_to_return",
    "suspense_in_to_account",
    "suspense_out_to_account",
    "suspense_in_written_off",
    "suspense_out_written_off",
    "suspense_returned",
    "suspense_in_exchanged",
    "suspense_out_exchanged",
    "dispute_opened",
    "dispute_won",
    "dispute_lost",
    "dispute_lost_then_won",
    "exchanged",
    "exchanged_assets",
    "year_closed",
};
constexpr std::array<std::string_view, 26> roles = {
    "buyer",
    "payee",
    "account",
    "other",
    "bank",
    "in_transit",
    "receivable",
    "reserve",
    "disputed",
    "inventory",
    "prepayments",
    "refunds_underway",
    "money_to_return",
    "tax",
    "suspense",
    "position",
    "retained",
    "sales_returns",
    "fees",
    "cost_of_sales",
    "dispute_losses",
    "dispute_fees",
    "differences",
    "fx_result",
    "held",
    "held_contra",
};
constexpr std::array<std::string_view, 9> parts = {"amount", "net",    "tax",  "fee",  "whole",
                                                   "other",  "spread", "both", "freed"};

/// The place of a stored word in its list, which is the enumerator.
template <class Enum, std::size_t n>
std::optional<Enum> stored(std::string_view word, const std::array<std::string_view, n>& all) {
  for (std::size_t at = 0; at < n; ++at) {
    if (all[at] == word) return static_cast<Enum>(at);
  }
  return std::nullopt;
}

}  // namespace

std::string_view name(Event event) { return events[static_cast<std::size_t>(event)]; }
std::string_view name(Role role) { return roles[static_cast<std::size_t>(role)]; }
std::string_view name(Part part) { return parts[static_cast<std::size_t>(part)]; }

Rules Rules::load(View& view) {
  Rules rules;
  view.each(sql::rules::current{}, [&](const Row& row) {
    const auto event = stored<Event>(row.text(0), events);
    if (!event) return;  // of a later program: it drafts what we do not
    const auto kind = kind_named(row.text(1));
    const auto role = stored<Role>(row.text(3), roles);
    const auto part = stored<Part>(row.text(4), parts);
    invariant(kind && role && part, "a posting rule is of known words");
    Rule& rule = rules.rules_[static_cast<std::size_t>(*event)];
    rule.kind = *kind;
    rule.lines.push_back({row.text(2) == "debit" ? Side::debit : Side::credit, *role, *part});
  });
  // The schema never lets one go: whoever took it went past every rule of the file.
  for (const Rule& rule : rules.rules_) {
    if (rule.lines.size() < 2)
      throw StorageTrouble(StorageTrouble::Kind::corrupt, 0, "an event lacks its posting rule");
  }
  return rules;
}

}  // namespace payonce::journal
