#include "app/commands/balance.hpp"

#include "app/context.hpp"
#include "app/cut.hpp"
#include "app/record.hpp"
#include "ledger/journal/past.hpp"
#include "schema/queries/journal.hpp"

namespace payonce {
namespace {

Record record_of(const journal::Account& account) {
  const Currency& currency = account.currency;
  Record record;
  record.text("account", {"account", "账户"}, account.code)
      .text("class", {"class", "类别"}, std::string(name(account.kind)))
      .money("debits", {"debits", "借方合计"}, {account.debits, currency})
      .money("credits", {"credits", "贷方合计"}, {account.credits, currency})
      .money("balance", {"balance", "余额"}, account.balance())
      .number("version", {"lines", "分录数"}, account.version);
  return record;
}

ExitStatus run(Context& context, const Arguments& given) {
  std::vector<Record> rows;
  const auto code = given.maybe("account");
  const auto cut = cut_from(given);
  context.ledger().store().reading([&](View& view) {
    std::optional<journal::AsOf> past;
    if (cut) past.emplace(view, *cut);
    const auto keep = [&](const journal::Account& now) { rows.push_back(record_of(past ? past->of(now) : now)); };
    if (code) {
      const auto account = journal::find_account(view, *code);
      if (!account) throw Problem(ExitStatus::refused, {"account", {"there is no such account", "没有这个账户"}});
      keep(*account);
      return;
    }
    view.each(sql::journal::accounts{}, [&](const Row& row) { keep(journal::account_of(row)); });
  });
  return tell_list(context, "balances", rows, {"there are no accounts", "没有账户"});
}

}  // namespace

Command balance_command() {
  return {.path = "balance",
          .about = {"where accounts stand", "查询账户余额"},
          .positionals = {{.name = "account", .about = {"only this one", "只查此账户"}, .required = false}},
          .options = cut_options(),
          .examples = {{.line = "payonce balance alice"},
                       {.line = "payonce balance alice --at 2026-10-31",
                        .about = {"as it was at the end of that day", "截至该日终了"}}},
          .run = run,
          .more = {{"A balance is seen from its account's own side: what a wallet holds is positive.",
                    "余额按账户自身方向显示：钱包中的钱为正数。"},
                   about_both_times()},
          .reads = true};
}

}  // namespace payonce
