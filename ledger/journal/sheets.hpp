#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ledger/journal/past.hpp"

namespace payonce::journal {

/// An account of a sheet, and its amount seen from its own side.
struct SheetLine {
  Account account;
  std::int64_t amount = 0;
};

/// What was earned and spent over days, in one currency. Authorisations and other memo accounts are never in it, and neither is
/// what the end of a year carried into retained earnings: a closed year reads as it did before.
struct IncomeStatement {
  Currency currency;
  std::vector<SheetLine> income{};
  std::vector<SheetLine> expenses{};
  std::int64_t earned = 0;
  std::int64_t spent = 0;

  [[nodiscard]] std::int64_t result() const { return earned - spent; }
};
[[nodiscard]] std::vector<IncomeStatement> income_statements(View& view, Basis basis,
                                                             const std::optional<std::string>& first_day,
                                                             const std::optional<std::string>& last_day);

/// What is owned and owed at a point in time, in one currency. What was earned and is not in an account of equity stands beside
/// it as the result, and both sides are equal.
struct BalanceSheet {
  Currency currency;
  std::vector<SheetLine> assets{};
  std::vector<SheetLine> liabilities{};
  std::vector<SheetLine> equity{};
  std::int64_t owned = 0;
  std::int64_t owed = 0;
  std::int64_t own = 0;     // equity
  std::int64_t result = 0;  // income less expenses

  [[nodiscard]] bool balanced() const { return owned == owed + own + result; }
};
[[nodiscard]] std::vector<BalanceSheet> balance_sheets(View& view, const Cut& cut);

}  // namespace payonce::journal
