#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ledger/statements/bills/columns.hpp"
#include "ledger/statements/line.hpp"

namespace payonce::statements::paypal {

/// The columns of a row CH, by which a row SB is read.
enum Of : std::size_t {
  id,
  invoice,
  reference,
  event,
  initiated,
  completed,
  direction,
  gross,
  currency,
  fee_direction,
  fee,
  fee_currency,
  custom,
  status,
};
[[nodiscard]] const Layout& layout();

/// Unsigned whole hundredths, whatever the currency: 100 yen are 10000 (reconciliation.md 2.6).
[[nodiscard]] std::optional<Exact> implied(std::string_view digits, const Currency& currency);

/// "2026/08/01 10:20:30 +0800", as it is written there.
struct Time {
  Moment at;
  std::string zone;
};
[[nodiscard]] std::optional<Time> time_of(std::string_view text);

/// By the transaction's event code, T0006. Money that leaves under a code of payments is no sale.
[[nodiscard]] Movement movement_of(std::string_view event, bool debit);

/// What a footer sums up.
struct Sides {
  explicit Sides(const Currency& currency)
      : credits(0, currency), debits(0, currency), fee_credits(0, currency), fee_debits(0, currency) {}
  void count(const Line& line);
  [[nodiscard]] std::string text() const;

  Exact credits;
  Exact debits;
  Exact fee_credits;
  Exact fee_debits;
};

struct Sums {
  explicit Sums(const Currency& of) : currency(of), all(of), moved(of) {}
  Currency currency;
  Sides all;
  Sides moved;
};

}  // namespace payonce::statements::paypal
