#include "ledger/journal/posting.hpp"

#include <utility>

#include "ledger/journal/chart.hpp"
#include "ledger/values/invariant.hpp"

namespace payonce::journal {

std::int64_t Pen::account_of(const Rules::RuleLine& line, std::initializer_list<OnAccount> accounts,
                             const Currency& currency) const {
  for (const OnAccount& one : accounts) {
    if (one.role == line.role) return one.account_id;
  }
  if (line.role == Role::receivable || line.role == Role::reserve) {
    invariant(!channel_.empty(), "a channel's account is drafted for a channel");
    return ensure_channel_account(tx_, line.role, channel_, currency, now_ns_);
  }
  return ensure_account(tx_, line.role, currency, now_ns_);
}

Draft Pen::draft(Event event, std::string business_key, std::initializer_list<OnAccount> accounts,
                 std::initializer_list<OfAmount> amounts) const {
  const Rules::Rule& rule = rules_.of(event);
  Draft draft;
  draft.kind = rule.kind;
  draft.business_key = std::move(business_key);
  draft.lines.reserve(rule.lines.size());
  for (const Rules::RuleLine& line : rule.lines) {
    const OfAmount* found = nullptr;
    for (const OfAmount& one : amounts) {
      if (one.part == line.part) found = &one;
    }
    invariant(found != nullptr, "every part of a posting rule has its amount");
    if (found->amount.minor() == 0) continue;
    draft.lines.push_back({account_of(line, accounts, found->amount.currency()), line.side, found->amount});
  }
  return draft;
}

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

Draft adjusted(const Pen& pen, std::string business_key, const Account& account, const Money& change) {
  const bool up = change.minor() > 0;
  const Money size(up ? change.minor() : -change.minor(), change.currency());
  const bool debit_account = (normal_side(account.kind) == Side::debit) == up;
  return pen.draft(debit_account ? Event::adjusted_debit : Event::adjusted_credit, std::move(business_key),
                   {{Role::account, account.id}}, size);
}

}  // namespace payonce::journal
