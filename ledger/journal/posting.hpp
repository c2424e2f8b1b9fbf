#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "ledger/journal/account.hpp"
#include "ledger/journal/rule.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/money.hpp"

namespace payonce::journal {

struct OnAccount {
  Role role;
  std::int64_t account_id;
};
struct OfAmount {
  Part part;
  Money amount;
};

/// Drafts vouchers by the posting rules: an event becomes its lines. Accounts that somebody opened are handed in; those of the
/// chart are found, and made where they are missing (ledger.md 1.4). Lives inside one transaction.
class Pen {
 public:
  /// `channel` is whose receivable and reserve are meant; empty where the event has none.
  Pen(Tx& tx, const Rules& rules, std::int64_t now_ns, std::string_view channel = {})
      : tx_(tx), rules_(rules), now_ns_(now_ns), channel_(channel) {}

  /// A line whose amount is zero is left out. Every part the rule names, and every account that is not of the chart, must be
  /// there, or it is our own mistake. The business key follows from the fact (product.md decision 5).
  [[nodiscard]] Draft draft(Event event, std::string business_key, std::initializer_list<OnAccount> accounts,
                            std::initializer_list<OfAmount> amounts) const;
  [[nodiscard]] Draft draft(Event event, std::string business_key, std::initializer_list<OnAccount> accounts,
                            const Money& amount) const {
    return draft(event, std::move(business_key), accounts, {{Part::amount, amount}});
  }

 private:
  [[nodiscard]] std::int64_t account_of(const Rules::RuleLine& line, std::initializer_list<OnAccount> accounts,
                                        const Currency& currency) const;

  Tx& tx_;
  const Rules& rules_;
  std::int64_t now_ns_;
  std::string_view channel_;
};

/// The key of the fact "this order is paid": the same whoever pays it, so that two payments meet at the constraint.
[[nodiscard]] std::string payment_fact(std::string_view order_no);
/// The keys of money that is held, and of what of it is free again: n is the attempt's.
[[nodiscard]] std::string authorise_fact(std::string_view order_no, std::int64_t n);
[[nodiscard]] std::string freed_fact(std::string_view order_no, std::int64_t n);
/// The key of money that settles nothing: `role` is "duplicate" or "late", n the attempt's.
[[nodiscard]] std::string surplus_cause(std::string_view order_no, std::string_view role, std::int64_t n);

/// A correction against differences: up (towards the account's normal side) or down.
[[nodiscard]] Draft adjusted(const Pen& pen, std::string business_key, const Account& account, const Money& change);

}  // namespace payonce::journal
