#include "ledger/journal/account.hpp"

#include <array>
#include <utility>

#include "ledger/journal/chart.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/journal.hpp"

namespace payonce::journal {
namespace {

constexpr std::array classes = {AccountClass::asset,  AccountClass::liability, AccountClass::equity,
                                AccountClass::income, AccountClass::expense,   AccountClass::memo};
constexpr std::array limits = {Limit::none, Limit::no_debit, Limit::no_credit};

template <class Enum, std::size_t n>
Result<Enum> parse_named(std::string_view field, std::string_view text, const std::array<Enum, n>& all) {
  std::string known;
  for (const Enum one : all) {
    if (name(one) == text) return one;
    known += (known.empty() ? "" : ", ") + std::string(name(one));
  }
  return Fault{std::string(field), {"is none of " + known, "只能是 " + known + " 之一"}};
}

template <class Enum, std::size_t n>
Enum stored(std::string_view text, const std::array<Enum, n>& all) {
  for (const Enum one : all) {
    if (name(one) == text) return one;
  }
  throw Broken("the file holds a word the program does not know: " + std::string(text));
}

}  // namespace

std::string_view name(Side side) { return side == Side::debit ? "debit" : "credit"; }

std::string_view name(AccountClass kind) {
  switch (kind) {
    case AccountClass::asset: return "asset";
    case AccountClass::liability: return "liability";
    case AccountClass::equity: return "equity";
    case AccountClass::income: return "income";
    case AccountClass::expense: return "expense";
    case AccountClass::memo: return "memo";
  }
  return "";
}

std::string_view name(Limit limit) {
  switch (limit) {
    case Limit::none: return "none";
    case Limit::no_debit: return "no_debit";
    case Limit::no_credit: return "no_credit";
  }
  return "";
}

Result<AccountClass> parse_class(std::string_view field, std::string_view text) {
  return parse_named(field, text, classes);
}

Result<Limit> parse_limit(std::string_view field, std::string_view text) { return parse_named(field, text, limits); }

Side normal_side(AccountClass kind) {
  switch (kind) {
    case AccountClass::asset:
    case AccountClass::expense:
    case AccountClass::memo: return Side::debit;
    case AccountClass::liability:
    case AccountClass::equity:
    case AccountClass::income: break;
  }
  return Side::credit;
}

Money Account::balance() const {
  return {normal_side(kind) == Side::debit ? debits - credits : credits - debits, currency};
}

Account account_of(const Row& row) {
  const Result<Currency> currency = Currency::parse("currency", row.text(3));
  invariant(currency.has_value(), "the currency of an account is a known one");
  return Account{.id = row.integer(0),
                 .code = std::string(row.text(1)),
                 .kind = stored(row.text(2), classes),
                 .currency = *currency,
                 .limit = stored(row.text(4), limits),
                 .closed = !row.is_null(5),
                 .debits = row.integer(6),
                 .credits = row.integer(7),
                 .version = row.integer(8)};
}

std::optional<Account> find_account(View& view, std::string_view code) {
  std::optional<Account> found;
  (void)view.one(sql::journal::account_by_code{.code = code}, [&](const Row& row) { found = account_of(row); });
  return found;
}

std::optional<Account> find_account(View& view, std::int64_t id) {
  std::optional<Account> found;
  (void)view.one(sql::journal::account_by_id{.account_id = id}, [&](const Row& row) { found = account_of(row); });
  return found;
}

std::optional<Account> open_account(Tx& tx, std::string_view code, AccountClass kind, const Currency& currency,
                                    Limit limit, std::int64_t now_ns) {
  if (find_account(tx, code)) return std::nullopt;
  ensure_chart(tx, currency, now_ns);
  (void)tx.change(sql::journal::insert_account{
      .code = code, .kind = name(kind), .currency = currency.code(), .limit_rule = name(limit), .now_ns = now_ns});
  return find_account(tx, code);
}

}  // namespace payonce::journal
