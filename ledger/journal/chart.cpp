#include "ledger/journal/chart.hpp"

#include <array>

#include "ledger/journal/account.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/journal.hpp"

namespace payonce::journal {
namespace {

struct Entry {
  Chart account;
  std::string_view number;
  AccountClass kind;
  bool always = false;  // made with the currency; the others with the first line that stands on them
  Limit limit = Limit::none;
};

// The same as the rows of posting_role, which a test compares.
constexpr std::array chart = {Entry{Chart::bank, "1100", AccountClass::asset, true},
                              Entry{Chart::in_transit, "1150", AccountClass::asset},
                              Entry{Chart::receivable, "1200", AccountClass::asset},
                              Entry{Chart::reserve, "1210", AccountClass::asset, false, Limit::no_credit},
                              Entry{Chart::disputed, "1220", AccountClass::asset},
                              Entry{Chart::inventory, "1400", AccountClass::asset},
                              Entry{Chart::prepayments, "2100", AccountClass::liability},
                              Entry{Chart::refunds_underway, "2150", AccountClass::liability, true},
                              Entry{Chart::money_to_return, "2160", AccountClass::liability, true},
                              Entry{Chart::tax, "2200", AccountClass::liability},
                              Entry{Chart::suspense, "2900", AccountClass::liability},
                              Entry{Chart::position, "3100", AccountClass::equity},
                              Entry{Chart::retained, "3900", AccountClass::equity},
                              Entry{Chart::sales_returns, "4150", AccountClass::income},
                              Entry{Chart::fees, "5100", AccountClass::expense},
                              Entry{Chart::cost_of_sales, "5150", AccountClass::expense},
                              Entry{Chart::dispute_losses, "5200", AccountClass::expense},
                              Entry{Chart::dispute_fees, "5210", AccountClass::expense},
                              Entry{Chart::differences, "5300", AccountClass::expense, true},
                              Entry{Chart::fx_result, "5400", AccountClass::expense},
                              Entry{Chart::held, "9100", AccountClass::memo},
                              Entry{Chart::held_contra, "9200", AccountClass::memo}};

const Entry& entry_of(Chart account) {
  for (const Entry& entry : chart) {
    if (entry.account == account) return entry;
  }
  throw Broken("an account somebody opened has no number in the chart");
}

std::string dotted(std::string_view number, const Currency& currency) {
  return std::string(number) + "." + std::string(currency.code());
}

void insert(Tx& tx, const std::string& code, AccountClass kind, Limit limit, const Currency& currency,
            std::int64_t now_ns) {
  (void)tx.change(sql::journal::insert_account{
      .code = code, .kind = name(kind), .currency = currency.code(), .limit_rule = name(limit), .now_ns = now_ns});
}

std::int64_t ensured(Tx& tx, const std::string& code, const Entry& entry, const Currency& currency,
                     std::int64_t now_ns) {
  if (const auto account = find_account(tx, code)) return account->id;
  ensure_chart(tx, currency, now_ns);
  insert(tx, code, entry.kind, entry.limit, currency, now_ns);
  return tx.last_id();
}

}  // namespace

std::string chart_code(Chart account, const Currency& currency) { return dotted(entry_of(account).number, currency); }

std::string channel_code(Chart account, std::string_view channel, const Currency& currency) {
  return dotted(std::string(entry_of(account).number) + "." + std::string(channel), currency);
}

std::optional<Chart> chart_role(std::string_view code) {
  for (const Entry& entry : chart) {
    if (code.starts_with(entry.number) && code.substr(entry.number.size()).starts_with('.')) return entry.account;
  }
  return std::nullopt;
}

void ensure_chart(Tx& tx, const Currency& currency, std::int64_t now_ns) {
  if (tx.one(sql::journal::has_currency{.code = currency.code()}, [](const Row&) {})) return;
  (void)tx.change(sql::journal::insert_currency{.code = currency.code(), .exponent = currency.exponent()});
  for (const Entry& entry : chart) {
    if (entry.always) insert(tx, dotted(entry.number, currency), entry.kind, entry.limit, currency, now_ns);
  }
}

std::int64_t ensure_account(Tx& tx, Chart account, const Currency& currency, std::int64_t now_ns) {
  return ensured(tx, chart_code(account, currency), entry_of(account), currency, now_ns);
}

std::int64_t ensure_channel_account(Tx& tx, Chart account, std::string_view channel, const Currency& currency,
                                    std::int64_t now_ns) {
  return ensured(tx, channel_code(account, channel, currency), entry_of(account), currency, now_ns);
}

std::int64_t ensure_receivable(Tx& tx, std::string_view channel, const Currency& currency, std::int64_t now_ns) {
  return ensure_channel_account(tx, Chart::receivable, channel, currency, now_ns);
}

std::int64_t chart_account(View& view, Chart account, const Currency& currency) {
  const auto found = find_account(view, chart_code(account, currency));
  invariant(found.has_value(), "every currency in use has its chart of accounts");
  return found->id;
}

}  // namespace payonce::journal
