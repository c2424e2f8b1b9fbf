#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ledger/journal/draft.hpp"
#include "ledger/values/money.hpp"

namespace payonce::journal {

/// The posting rules of today's events (ledger.md 1.5): event → debit / credit. Accounts are given by number; the business
/// key of each voucher follows from its fact.

/// The key of the fact "this order is paid": the same whoever pays it, so that two payments meet at the constraint.
[[nodiscard]] std::string payment_fact(std::string_view order_no);

/// From balance to balance: buyer / payee.
[[nodiscard]] Draft paid_from_balance(std::int64_t order_id, std::string_view order_no, std::int64_t buyer,
                                      std::int64_t payee, const Money& amount);
/// Captured by a channel: receivable / payee.
[[nodiscard]] Draft captured(std::int64_t order_id, std::string_view order_no, std::int64_t attempt_id,
                             std::int64_t receivable, std::int64_t payee, const Money& amount);
/// The two memo accounts of money that is held: 9100 and 9200.
struct HoldAccounts {
  std::int64_t held;
  std::int64_t contra;
};
/// Held by a channel: held / contra. n is the attempt's.
[[nodiscard]] Draft authorised(std::int64_t order_id, std::string_view order_no, std::int64_t attempt_id,
                               std::int64_t n, const HoldAccounts& memo, const Money& amount);
/// Captured of what is held: receivable / payee (or money to return), and so much of the hold is free: contra / held. `kind` is
/// capture while more may follow, pay where it settles the order, surplus where it settles nothing.
[[nodiscard]] Draft captured_of_hold(Kind kind, std::string business_key, std::int64_t order_id,
                                     std::int64_t attempt_id, std::int64_t receivable, std::int64_t credited,
                                     const Money& amount, const HoldAccounts& memo, const Money& freed);
/// What is held and not captured is free: contra / held.
[[nodiscard]] Draft hold_freed(std::string business_key, std::int64_t order_id, std::int64_t attempt_id,
                               const HoldAccounts& memo, const Money& amount);
/// The keys of these facts.
[[nodiscard]] std::string authorise_fact(std::string_view order_no, std::int64_t n);
[[nodiscard]] std::string freed_fact(std::string_view order_no, std::int64_t n);

/// Money that settles nothing: receivable / money to return. `cause` is "duplicate" or "late", n the attempt's.
[[nodiscard]] Draft surplus(std::int64_t order_id, std::string_view cause_key, std::int64_t attempt_id,
                            std::int64_t receivable, std::int64_t to_return, const Money& amount);
[[nodiscard]] std::string surplus_cause(std::string_view order_no, std::string_view role, std::int64_t n);

/// A refund from balance to balance: payee / buyer.
[[nodiscard]] Draft refunded_from_balance(std::int64_t order_id, std::string_view cause_key, std::int64_t payee,
                                          std::int64_t buyer, const Money& amount);
/// Accepted, a channel is to carry it: payee (or money to return) / refunds under way.
[[nodiscard]] Draft refund_accepted(std::int64_t order_id, std::string_view cause_key, std::int64_t owed_from,
                                    std::int64_t underway, const Money& amount);
/// Confirmed by the channel: refunds under way / receivable.
[[nodiscard]] Draft refund_confirmed(std::int64_t order_id, std::int64_t refund_id, std::string_view cause_key,
                                     std::int64_t underway, std::int64_t receivable, const Money& amount);
/// The channel said no: refunds under way / money to return, which we still owe.
[[nodiscard]] Draft refund_failed(std::int64_t order_id, std::int64_t refund_id, std::string_view cause_key,
                                  std::int64_t underway, std::int64_t to_return, const Money& amount);

/// Money comes in at the bank: bank / account.
[[nodiscard]] Draft topped_up(std::string business_key, std::int64_t bank, std::int64_t account, const Money& amount);
/// From one account to another.
[[nodiscard]] Draft transferred(std::string business_key, std::int64_t from, std::int64_t to, const Money& amount);
/// A correction against differences: up (towards the account's normal side) or down.
[[nodiscard]] Draft adjusted(std::string business_key, const Account& account, std::int64_t differences,
                             const Money& change);

}  // namespace payonce::journal
