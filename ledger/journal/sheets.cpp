#include "ledger/journal/sheets.hpp"

#include <map>
#include <utility>

#include "ledger/values/invariant.hpp"
#include "schema/queries/journal.hpp"
#include "schema/queries/past.hpp"

namespace payonce::journal {
namespace {

void add(std::int64_t& sum, std::int64_t amount) {
  invariant(!__builtin_add_overflow(sum, amount, &sum), "the sums of a sheet fit 64 bits");
}

std::vector<Account> accounts(View& view) {
  std::vector<Account> all;
  view.each(sql::journal::accounts{}, [&](const Row& row) { all.push_back(account_of(row)); });
  return all;
}

/// The sheet of a currency, made where it is the first time it is met; currencies stand in their own order.
template <class Sheet>
Sheet& sheet_of(std::vector<Sheet>& sheets, const Currency& currency) {
  for (Sheet& sheet : sheets) {
    if (sheet.currency == currency) return sheet;
  }
  return sheets.emplace_back(Sheet{.currency = currency});
}

/// What year ends took out of the accounts of income and expense within the days (debits less credits): a statement tells what
/// was earned and spent, not where it was carried.
std::map<std::int64_t, std::int64_t> carried(View& view, Basis basis, const std::optional<Cut>& before,
                                             const Cut& until) {
  std::map<std::int64_t, std::int64_t> all;
  view.each(sql::past::year_end_lines{}, [&](const Row& row) {
    const std::string day(row.text(3));
    const bool counts = basis == Basis::business
                            ? day <= until.day && (!before || day > before->day)
                            : row.integer(4) <= until.until_ns && (!before || row.integer(4) > before->until_ns);
    if (counts) add(all[row.integer(0)], row.text(1) == "debit" ? row.integer(2) : -row.integer(2));
  });
  return all;
}

}  // namespace

std::vector<IncomeStatement> income_statements(View& view, Basis basis, const std::optional<std::string>& first_day,
                                               const std::optional<std::string>& last_day) {
  const Cut until = last_day ? *Cut::end_of("to", *last_day, basis) : Cut::now(basis);
  AsOf end(view, until);
  std::optional<AsOf> begin;
  std::optional<Cut> before;
  if (first_day) begin.emplace(view, before.emplace(*Cut::before("from", *first_day, basis)));
  const auto elsewhere = carried(view, basis, before, until);

  std::vector<IncomeStatement> sheets;
  for (const Account& account : accounts(view)) {
    if (account.kind != AccountClass::income && account.kind != AccountClass::expense) continue;
    const Account then = end.of(account);
    std::int64_t net = then.debits - then.credits;
    if (begin) {
      const Account then_before = begin->of(account);
      add(net, then_before.credits - then_before.debits);
    }
    if (const auto found = elsewhere.find(account.id); found != elsewhere.end()) add(net, -found->second);
    if (net == 0) continue;
    IncomeStatement& sheet = sheet_of(sheets, account.currency);
    const bool income = account.kind == AccountClass::income;
    const std::int64_t amount = income ? -net : net;
    add(income ? sheet.earned : sheet.spent, amount);
    (income ? sheet.income : sheet.expenses).push_back({then, amount});
  }
  return sheets;
}

std::vector<BalanceSheet> balance_sheets(View& view, const Cut& cut) {
  AsOf end(view, cut);
  std::vector<BalanceSheet> sheets;
  for (const Account& account : accounts(view)) {
    const Account then = end.of(account);
    if (then.debits == then.credits || then.kind == AccountClass::memo) continue;
    BalanceSheet& sheet = sheet_of(sheets, account.currency);
    const std::int64_t amount = then.balance().minor();
    switch (then.kind) {
      case AccountClass::asset:
        add(sheet.owned, amount);
        sheet.assets.push_back({then, amount});
        break;
      case AccountClass::liability:
        add(sheet.owed, amount);
        sheet.liabilities.push_back({then, amount});
        break;
      case AccountClass::equity:
        add(sheet.own, amount);
        sheet.equity.push_back({then, amount});
        break;
      case AccountClass::income: add(sheet.result, amount); break;
      case AccountClass::expense: add(sheet.result, -amount); break;
      case AccountClass::memo: break;
    }
  }
  return sheets;
}

}  // namespace payonce::journal
