#include "ledger/journal/year_end.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "ledger/journal/book.hpp"
#include "ledger/journal/chart.hpp"
#include "ledger/journal/past.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/journal.hpp"
#include "schema/queries/periods.hpp"

namespace payonce::journal {
namespace {

/// What is left in an account of income or expense: debits less credits, as of the last day.
struct Left {
  Account account;
  std::int64_t net = 0;
};

/// By currency, in the order of their codes; an account that is empty is not among them.
std::map<std::string, std::vector<Left>> left_in(View& view, const std::string& last_day) {
  AsOf end(view, *Cut::end_of("period", last_day, Basis::business));
  std::vector<Account> all;
  view.each(sql::journal::accounts{}, [&](const Row& row) { all.push_back(account_of(row)); });
  std::map<std::string, std::vector<Left>> left;
  for (const Account& account : all) {
    if (account.kind != AccountClass::income && account.kind != AccountClass::expense) continue;
    const Account then = end.of(account);
    const std::int64_t net = then.debits - then.credits;
    if (net != 0) left[std::string(account.currency.code())].push_back({account, net});
  }
  return left;
}

/// The rule is the file's: a line is drafted only where it has one for the account's role on this side.
Line line_of(const Rules::Rule& rule, Role role, std::int64_t account_id, Side side, const Money& amount) {
  const bool known = std::any_of(rule.lines.begin(), rule.lines.end(),
                                 [&](const Rules::RuleLine& line) { return line.role == role && line.side == side; });
  invariant(known, "the posting rule of the year's end has a line for every account of income and expense");
  return {account_id, side, amount};
}

Role role_of(const Account& account) {
  const auto number = chart_role(account.code);
  return number ? *number : Role::account;
}

Side emptying(std::int64_t net) { return net > 0 ? Side::credit : Side::debit; }

std::optional<Draft> draft_of(Tx& tx, const Rules& rules, const std::vector<Left>& left, const std::string& last_day,
                              const Signed& by) {
  const Rules::Rule& rule = rules.of(Event::year_closed);
  const Currency currency = left.front().account.currency;
  Draft draft;
  draft.kind = rule.kind;
  draft.business_date = last_day;
  draft.reason = by.reason;
  draft.actor = by.actor;
  std::int64_t result = 0;
  for (const Left& one : left) {
    const Money amount(one.net > 0 ? one.net : -one.net, currency);
    if (amount.minor() > amount_cap_minor || __builtin_sub_overflow(result, one.net, &result)) return std::nullopt;
    draft.lines.push_back(line_of(rule, role_of(one.account), one.account.id, emptying(one.net), amount));
  }
  if (result > amount_cap_minor || result < -amount_cap_minor) return std::nullopt;
  if (result != 0) {
    const std::int64_t retained = ensure_account(tx, Chart::retained, currency, by.now_ns);
    draft.lines.push_back(
        line_of(rule, Role::retained, retained, emptying(result), Money(result > 0 ? result : -result, currency)));
  }
  return draft;
}

/// The business key follows from the day and how many there are: every one of them is another fact.
std::string fact_of(View& view, const std::string& last_day) {
  std::int64_t count = 0;
  (void)view.one(sql::periods::count_year_ends{.day = last_day}, [&](const Row& row) { count = row.integer(0); });
  return "year-end:" + last_day + "." + std::to_string(count + 1);
}

}  // namespace

std::vector<YearEnd> year_ends(View& view, const std::string& last_day) {
  std::vector<YearEnd> all;
  view.each(sql::periods::year_ends{.day = last_day}, [&](const Row& row) {
    const auto currency = Currency::parse("currency", row.text(2));
    invariant(currency.has_value(), "the file's currencies are known");
    all.push_back({std::string(row.text(0)), Money(row.integer(1), *currency)});
  });
  return all;
}

PeriodAnswer close_year(Tx& tx, const Rules& rules, const Days& days, const Signed& by) {
  if (overlapping(tx, days)) return PeriodAnswer::overlaps;
  if (iso_date(by.now_ns) <= days.last) return PeriodAnswer::not_over;
  const auto left = left_in(tx, days.last);
  const auto period = find_period(tx, days);
  if (period && period->state != PeriodState::open) {
    return left.empty() ? PeriodAnswer::already : PeriodAnswer::left_open;
  }
  std::vector<Draft> drafts;
  for (const auto& [code, accounts] : left) {
    auto draft = draft_of(tx, rules, accounts, days.last, by);
    if (!draft || covers(tx, *draft) != Cover::covered) return PeriodAnswer::stands_in_way;
    drafts.push_back(*std::move(draft));
  }
  for (Draft& draft : drafts) {
    draft.business_key = fact_of(tx, days.last);
    (void)book(tx, draft, by.now_ns);
  }
  return close_period(tx, days, by);
}

}  // namespace payonce::journal
