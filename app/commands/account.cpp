#include "app/commands/account.hpp"

#include "app/context.hpp"
#include "app/own_accounts.hpp"
#include "app/record.hpp"
#include "ledger/journal/account.hpp"
#include "schema/queries/journal.hpp"

namespace payonce {
namespace {

Record record_of(const journal::Account& account) {
  Record record;
  record.text("account", {"account", "账户"}, account.code)
      .text("class", {"class", "类别"}, std::string(name(account.kind)))
      .text("limit", {"limit", "限制"}, std::string(name(account.limit)))
      .money("balance", {"balance", "余额"}, account.balance())
      .number("version", {"version", "版本"}, account.version)
      .truth("closed", {"closed", "已关闭"}, account.closed);
  return record;
}

ExitStatus open(Context& context, const Arguments& given) {
  const AccountId code = taken(AccountId::parse("account", given.text("account")));
  const Currency currency = taken(Currency::parse("currency", given.text("currency")));
  const auto kind = taken(journal::parse_class("class", given.text("class")));
  const auto limit = taken(journal::parse_limit("limit", given.text("limit")));
  bool made = false;
  const journal::Account account = context.ledger().store().atomically([&](Tx& tx) {
    const std::int64_t now_ns = context.world().wall_ns();
    const auto opened_now = journal::open_account(tx, code.text(), kind, currency, limit, now_ns);
    made = opened_now.has_value();
    return opened_now ? *opened_now : *journal::find_account(tx, code.text());
  });
  const bool same = account.kind == kind && account.currency == currency && account.limit == limit;
  if (!same) {
    throw Problem(ExitStatus::refused, {"account",
                                        {code.text() + " is there already, of another class, currency or limit",
                                         code.text() + " 已存在，类别、币种或限制不同"}});
  }
  Record record = record_of(account);
  record.text("outcome", {"outcome", "结果"}, made ? "created" : "already_done");
  return tell(context, made ? Text{"opened", "已开户"} : Text{"open already, nothing changed", "早已开户，未做改动"},
              Tone::ok, record);
}

ExitStatus list(Context& context, const Arguments& given) {
  std::vector<Record> rows;
  context.ledger().store().reading([&](View& view) {
    view.each(sql::journal::accounts{}, [&](const Row& row) {
      const journal::Account account = journal::account_of(row);
      // A dot marks the accounts that the book keeps for itself.
      const bool own = account.code.find('.') != std::string::npos;
      if (!own || given.given("all")) rows.push_back(record_of(account));
    });
  });
  return tell_list(context, "accounts", rows, {"there are no accounts", "没有账户"});
}

ExitStatus show(Context& context, const Arguments& given) {
  const std::string& code = given.text("account");
  const auto account = context.ledger().store().reading([&](View& view) { return journal::find_account(view, code); });
  if (!account) throw Problem(ExitStatus::refused, {"account", {"there is no such account", "没有这个账户"}});
  const std::string balance = account->balance().text();
  return tell(context, {account->code + ": " + balance, account->code + "：" + balance}, Tone::plain,
              record_of(*account));
}

}  // namespace

Command account_open_command() {
  return {.path = "account open",
          .about = {"opens an account", "开户"},
          .positionals = {{.name = "account", .about = {"its name: A-Z a-z 0-9 _ -", "账户名：A-Z a-z 0-9 _ -"}}},
          .options = {{.name = "currency",
                       .value = "CODE",
                       .about = {"ISO 4217, as CNY", "ISO 4217 币种代码，如 CNY"},
                       .required = true},
                      {.name = "class",
                       .value = "CLASS",
                       .about = {"asset, liability, equity, income, expense, memo; a wallet is a liability",
                                 "asset、liability、equity、income、expense、memo；钱包属于 liability"},
                       .fallback = "liability"},
                      {.name = "limit",
                       .value = "LIMIT",
                       .about = {"none, no_debit, no_credit; no_debit cannot be overdrawn",
                                 "none、no_debit、no_credit；no_debit 不可透支"},
                       .fallback = "no_debit"}},
          .examples = {{.line = "payonce account open alice --currency CNY", .about = {"a wallet", "一个钱包"}},
                       {.line = "payonce account open fees --currency CNY --class income --limit none"}},
          .run = open};
}

Command account_list_command() {
  return {.path = "account list",
          .about = {"every account and its balance", "列出账户与余额"},
          .options = {{.name = "all",
                       .about = {"with those the book keeps for itself (bank, channels)",
                                 "包括账本自用的账户（银行、渠道）"}}},
          .examples = {{.line = "payonce account list --all"}},
          .run = list,
          .more = {about_own_accounts()},
          .reads = true};
}

Command account_show_command() {
  return {.path = "account show",
          .about = {"one account and its balance", "显示一个账户与余额"},
          .positionals = {{.name = "account", .about = {"its name", "账户名"}}},
          .examples = {{.line = "payonce account show alice"}},
          .run = show,
          .reads = true};
}

}  // namespace payonce
