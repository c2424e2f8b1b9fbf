#include "ledger/journal/posting.hpp"

#include <utility>

namespace payonce::journal {
namespace {

Draft of_order(Kind kind, std::string business_key, std::int64_t order_id, std::vector<Line> lines) {
  Draft draft;
  draft.kind = kind;
  draft.business_key = std::move(business_key);
  draft.order_id = order_id;
  draft.lines = std::move(lines);
  return draft;
}

Draft of_refund(Kind kind, std::string business_key, std::int64_t order_id, std::int64_t refund_id,
                std::vector<Line> lines) {
  Draft draft = of_order(kind, std::move(business_key), order_id, std::move(lines));
  draft.refund_id = refund_id;
  return draft;
}

Draft alone(Kind kind, std::string business_key, std::vector<Line> lines) {
  Draft draft;
  draft.kind = kind;
  draft.business_key = std::move(business_key);
  draft.lines = std::move(lines);
  return draft;
}

}  // namespace

std::string payment_fact(std::string_view order_no) { return std::string(order_no) + ".pay.1"; }

std::string surplus_cause(std::string_view order_no, std::string_view role, std::int64_t n) {
  return std::string(order_no) + "." + std::string(role) + "." + std::to_string(n);
}

std::string authorise_fact(std::string_view order_no, std::int64_t n) {
  return std::string(order_no) + ".authorise." + std::to_string(n);
}

std::string freed_fact(std::string_view order_no, std::int64_t n) {
  return std::string(order_no) + ".freed." + std::to_string(n);
}

Draft paid_from_balance(std::int64_t order_id, std::string_view order_no, std::int64_t buyer, std::int64_t payee,
                        const Money& amount) {
  return of_order(Kind::pay, payment_fact(order_no), order_id, debit_credit(buyer, payee, amount));
}

Draft captured(std::int64_t order_id, std::string_view order_no, std::int64_t attempt_id, std::int64_t receivable,
               std::int64_t payee, const Money& amount) {
  Draft draft = of_order(Kind::pay, payment_fact(order_no), order_id, debit_credit(receivable, payee, amount));
  draft.attempt_id = attempt_id;
  return draft;
}

Draft authorised(std::int64_t order_id, std::string_view order_no, std::int64_t attempt_id, std::int64_t n,
                 const HoldAccounts& memo, const Money& amount) {
  Draft draft =
      of_order(Kind::authorise, authorise_fact(order_no, n), order_id, debit_credit(memo.held, memo.contra, amount));
  draft.attempt_id = attempt_id;
  return draft;
}

Draft captured_of_hold(Kind kind, std::string business_key, std::int64_t order_id, std::int64_t attempt_id,
                       std::int64_t receivable, std::int64_t credited, const Money& amount, const HoldAccounts& memo,
                       const Money& freed) {
  std::vector<Line> lines = debit_credit(receivable, credited, amount);
  for (const Line& line : debit_credit(memo.contra, memo.held, freed)) lines.push_back(line);
  Draft draft = of_order(kind, std::move(business_key), order_id, std::move(lines));
  draft.attempt_id = attempt_id;
  return draft;
}

Draft hold_freed(std::string business_key, std::int64_t order_id, std::int64_t attempt_id, const HoldAccounts& memo,
                 const Money& amount) {
  Draft draft =
      of_order(Kind::hold_freed, std::move(business_key), order_id, debit_credit(memo.contra, memo.held, amount));
  draft.attempt_id = attempt_id;
  return draft;
}

Draft surplus(std::int64_t order_id, std::string_view cause_key, std::int64_t attempt_id, std::int64_t receivable,
              std::int64_t to_return, const Money& amount) {
  Draft draft = of_order(Kind::surplus, std::string(cause_key), order_id, debit_credit(receivable, to_return, amount));
  draft.attempt_id = attempt_id;
  return draft;
}

Draft refunded_from_balance(std::int64_t order_id, std::string_view cause_key, std::int64_t payee, std::int64_t buyer,
                            const Money& amount) {
  return of_order(Kind::refund, std::string(cause_key), order_id, debit_credit(payee, buyer, amount));
}

Draft refund_accepted(std::int64_t order_id, std::string_view cause_key, std::int64_t owed_from, std::int64_t underway,
                      const Money& amount) {
  return of_order(Kind::refund_accepted, std::string(cause_key) + ".accepted", order_id,
                  debit_credit(owed_from, underway, amount));
}

Draft refund_confirmed(std::int64_t order_id, std::int64_t refund_id, std::string_view cause_key, std::int64_t underway,
                       std::int64_t receivable, const Money& amount) {
  return of_refund(Kind::refund, std::string(cause_key) + ".confirmed", order_id, refund_id,
                   debit_credit(underway, receivable, amount));
}

Draft refund_failed(std::int64_t order_id, std::int64_t refund_id, std::string_view cause_key, std::int64_t underway,
                    std::int64_t to_return, const Money& amount) {
  return of_refund(Kind::refund_failed, std::string(cause_key) + ".failed", order_id, refund_id,
                   debit_credit(underway, to_return, amount));
}

Draft topped_up(std::string business_key, std::int64_t bank, std::int64_t account, const Money& amount) {
  return alone(Kind::topup, std::move(business_key), debit_credit(bank, account, amount));
}

Draft transferred(std::string business_key, std::int64_t from, std::int64_t to, const Money& amount) {
  return alone(Kind::transfer, std::move(business_key), debit_credit(from, to, amount));
}

Draft adjusted(std::string business_key, const Account& account, std::int64_t differences, const Money& change) {
  const bool up = change.minor() > 0;
  const Money size(up ? change.minor() : -change.minor(), change.currency());
  const bool debit_account = (normal_side(account.kind) == Side::debit) == up;
  return alone(
      Kind::adjust, std::move(business_key),
      debit_account ? debit_credit(account.id, differences, size) : debit_credit(differences, account.id, size));
}

}  // namespace payonce::journal
