#pragma once

#include <string>
#include <vector>

#include "ledger/journal/period.hpp"
#include "ledger/journal/rule.hpp"
#include "ledger/values/money.hpp"

namespace payonce::journal {

/// One voucher that emptied the accounts of income and expense of one currency into retained earnings (3900; ledger.md 1.4).
struct YearEnd {
  std::string voucher;
  Money result;  // what was earned less what was spent
};

/// The vouchers of this day that stand: one a currency, and another where something was booked into the days behind it.
[[nodiscard]] std::vector<YearEnd> year_ends(View& view, const std::string& last_day);

/// Closes days together with the year that ends with them: each account of income or expense is emptied as of the last day,
/// by vouchers dated to it, and then the days are closed and sealed, those vouchers included. Nothing is written but where
/// `done` is answered; asked again it is `already`. Where the days were opened again, what came in between is emptied as well.
PeriodAnswer close_year(Tx& tx, const Rules& rules, const Days& days, const Signed& by);

}  // namespace payonce::journal
