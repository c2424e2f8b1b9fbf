#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/journal/draft.hpp"
#include "ledger/store/store.hpp"

namespace payonce::journal {

/// Every event that books, spelled as the rows of posting_event (schema 0006; ledger.md 1.5).
enum class Event {
  paid_from_balance,
  paid_from_balance_ahead,
  captured,
  captured_ahead,
  paid_from_suspense,
  paid_from_suspense_ahead,
  authorised,
  captured_part,
  captured_part_ahead,
  captured_last,
  captured_last_ahead,
  hold_freed,
  fulfilled,
  goods_left,
  goods_back,
  surplus,
  surplus_of_hold,
  refund_accepted,
  refund_accepted_ahead,
  refund_accepted_of_sale,
  refund_accepted_owed,
  refund_confirmed,
  refund_confirmed_late,
  refund_failed,
  refund_from_balance,
  refund_from_balance_ahead,
  refund_from_balance_of_sale,
  refund_to_balance,
  refund_by_bank,
  topped_up,
  transferred,
  adjusted_debit,
  adjusted_credit,
  fee_taken,
  reserve_withheld,
  reserve_released,
  payout_announced,
  payout_arrived,
  payout_returned,
  claim_announced,
  claim_arrived,
  claim_returned,
  suspense_in,
  suspense_out,
  suspense_in_to_return,
  suspense_in_to_account,
  suspense_out_to_account,
  suspense_in_written_off,
  suspense_out_written_off,
  suspense_returned,
  suspense_in_exchanged,
  suspense_out_exchanged,
  dispute_opened,
  dispute_won,
  dispute_lost,
  dispute_lost_then_won,
  exchanged,
  exchanged_assets,
  year_closed,
};
inline constexpr std::size_t event_count = static_cast<std::size_t>(Event::year_closed) + 1;

/// What a line stands on, spelled as the rows of posting_role.
enum class Role {
  buyer,
  payee,
  account,
  other,
  bank,
  in_transit,
  receivable,
  reserve,
  disputed,
  inventory,
  prepayments,
  refunds_underway,
  money_to_return,
  tax,
  suspense,
  position,
  retained,
  sales_returns,
  fees,
  cost_of_sales,
  dispute_losses,
  dispute_fees,
  differences,
  fx_result,
  held,
  held_contra,
};

/// Which amount a line carries. `whole` is amount and fee, `other` what arrives in another currency, `both` that and the spread,
/// `freed` what of a hold is held no longer. Of an exchange `spread` is what is left over, `fee` what is missing.
enum class Part { amount, net, tax, fee, whole, other, spread, both, freed };

[[nodiscard]] std::string_view name(Event event);
[[nodiscard]] std::string_view name(Role role);
[[nodiscard]] std::string_view name(Part part);

/// The posting rules of a file, read once when it is opened: they change only with its schema. The only place vouchers get their
/// lines from (posting.hpp).
class Rules {
 public:
  struct RuleLine {
    Side side;
    Role role;
    Part part;
  };
  struct Rule {
    Kind kind = Kind::pay;
    std::vector<RuleLine> lines;
  };

  /// Broken where the file lacks an event the program knows: then its schema is not ours.
  [[nodiscard]] static Rules load(View& view);
  [[nodiscard]] const Rule& of(Event event) const { return rules_[static_cast<std::size_t>(event)]; }

 private:
  std::array<Rule, event_count> rules_{};
};

}  // namespace payonce::journal
