#include "ledger/journal/chart.hpp"

#include <array>

#include "ledger/journal/account.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/journal.hpp"

namespace payonce::journal {
namespace {

struct Entry {
  Chart account;
  std::string_view code;
  AccountClass kind;
};

constexpr std::array chart = {Entry{Chart::bank, "1100", AccountClass::asset},
                              Entry{Chart::refunds_underway, "2150", AccountClass::liability},
                              Entry{Chart::money_to_return, "2160", AccountClass::liability},
                              Entry{Chart::differences, "5300", AccountClass::expense}};

/// Made when they are first needed.
constexpr std::array later = {Entry{Chart::held, "9100", AccountClass::memo},
                              Entry{Chart::held_contra, "9200", AccountClass::memo}};

std::string dotted(std::string_view number, const Currency& currency) {
  return std::string(number) + "." + std::string(currency.code());
}

void insert(Tx& tx, const std::string& code, AccountClass kind, const Currency& currency, std::int64_t now_ns) {
  (void)tx.change(sql::journal::insert_account{.code = code,
                                               .kind = name(kind),
                                               .currency = currency.code(),
                                               .limit_rule = name(Limit::none),
                                               .now_ns = now_ns});
}

}  // namespace

std::string chart_code(Chart account, const Currency& currency) {
  for (const Entry& entry : chart) {
    if (entry.account == account) return dotted(entry.code, currency);
  }
  for (const Entry& entry : later) {
    if (entry.account == account) return dotted(entry.code, currency);
  }
  throw Broken("a receivable has a code per channel");
}

std::string receivable_code(std::string_view channel, const Currency& currency) {
  return dotted("1200." + std::string(channel), currency);
}

void ensure_chart(Tx& tx, const Currency& currency, std::int64_t now_ns) {
  if (tx.one(sql::journal::has_currency{.code = currency.code()}, [](const Row&) {})) return;
  (void)tx.change(sql::journal::insert_currency{.code = currency.code(), .exponent = currency.exponent()});
  for (const Entry& entry : chart) insert(tx, dotted(entry.code, currency), entry.kind, currency, now_ns);
}

std::int64_t ensure_receivable(Tx& tx, std::string_view channel, const Currency& currency, std::int64_t now_ns) {
  const std::string code = receivable_code(channel, currency);
  if (const auto account = find_account(tx, code)) return account->id;
  ensure_chart(tx, currency, now_ns);
  insert(tx, code, AccountClass::asset, currency, now_ns);
  return tx.last_id();
}

std::int64_t ensure_account(Tx& tx, Chart account, const Currency& currency, std::int64_t now_ns) {
  const std::string code = chart_code(account, currency);
  if (const auto found = find_account(tx, code)) return found->id;
  ensure_chart(tx, currency, now_ns);
  for (const Entry& entry : later) {
    if (entry.account == account) insert(tx, code, entry.kind, currency, now_ns);
  }
  return tx.last_id();
}

std::int64_t chart_account(View& view, Chart account, const Currency& currency) {
  const auto found = find_account(view, chart_code(account, currency));
  invariant(found.has_value(), "every currency in use has its chart of accounts");
  return found->id;
}

}  // namespace payonce::journal
