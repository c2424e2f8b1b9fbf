#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/store/store.hpp"
#include "ledger/values/ids.hpp"
#include "ledger/values/money.hpp"

namespace payonce::journal {

enum class Side { debit, credit };
enum class AccountClass { asset, liability, equity, income, expense, memo };
/// What an account may never show: no_debit is a wallet that cannot be overdrawn.
enum class Limit { none, no_debit, no_credit };

[[nodiscard]] std::string_view name(Side side);
[[nodiscard]] std::string_view name(AccountClass kind);
[[nodiscard]] std::string_view name(Limit limit);
[[nodiscard]] Result<AccountClass> parse_class(std::string_view field, std::string_view text);
[[nodiscard]] Result<Limit> parse_limit(std::string_view field, std::string_view text);
/// Assets, expenses and memo accounts grow on the left; the others on the right.
[[nodiscard]] Side normal_side(AccountClass kind);

/// An account and where it stands. The version is the number of its entries.
struct Account {
  std::int64_t id = 0;
  std::string code;
  AccountClass kind = AccountClass::liability;
  Currency currency;
  Limit limit = Limit::none;
  bool closed = false;
  std::int64_t debits = 0;
  std::int64_t credits = 0;
  std::int64_t version = 0;

  /// The balance seen from its normal side: what a wallet holds is positive.
  [[nodiscard]] Money balance() const;
};

[[nodiscard]] Account account_of(const Row& row);
[[nodiscard]] std::optional<Account> find_account(View& view, std::string_view code);
[[nodiscard]] std::optional<Account> find_account(View& view, std::int64_t id);

/// Opens an account, and with the first account of a currency the accounts every book needs in it (chart.hpp).
/// Nothing if the code is taken.
std::optional<Account> open_account(Tx& tx, std::string_view code, AccountClass kind, const Currency& currency,
                                    Limit limit, std::int64_t now_ns);

}  // namespace payonce::journal
