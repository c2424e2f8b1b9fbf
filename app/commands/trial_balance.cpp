#include "app/commands/trial_balance.hpp"

#include <algorithm>
#include <tuple>

#include "app/context.hpp"
#include "app/cut.hpp"
#include "app/own_accounts.hpp"
#include "app/print/table.hpp"
#include "ledger/journal/past.hpp"
#include "ledger/values/invariant.hpp"
#include "ledger/values/json.hpp"
#include "schema/queries/journal.hpp"

namespace payonce {
namespace {

using Accounts = std::vector<journal::Account>;

/// One currency: its accounts in the order of their classes, and both sums.
struct Sheet {
  Currency currency;
  Accounts accounts;
  std::int64_t debits = 0;
  std::int64_t credits = 0;

  [[nodiscard]] bool balanced() const { return debits == credits; }
};

std::int64_t net(const journal::Account& account) { return account.debits - account.credits; }

void add(std::int64_t& sum, std::int64_t amount) {
  invariant(!__builtin_add_overflow(sum, amount, &sum), "the sums of a trial balance fit 64 bits");
}

std::vector<Sheet> read(View& view, bool all, const std::optional<journal::Cut>& cut) {
  std::vector<Sheet> sheets;
  std::optional<journal::AsOf> past;
  if (cut) past.emplace(view, *cut);
  view.each(sql::journal::accounts{}, [&](const Row& row) {
    journal::Account account = journal::account_of(row);
    if (past) account = past->of(account);
    if (account.version == 0 && !all) return;
    auto sheet = std::find_if(sheets.begin(), sheets.end(),
                              [&](const Sheet& each) { return each.currency == account.currency; });
    if (sheet == sheets.end()) sheet = sheets.insert(sheets.end(), Sheet{.currency = account.currency, .accounts = {}});
    const std::int64_t balance = net(account);
    add(balance > 0 ? sheet->debits : sheet->credits, balance > 0 ? balance : -balance);
    sheet->accounts.push_back(std::move(account));
  });
  for (Sheet& sheet : sheets) {
    std::sort(sheet.accounts.begin(), sheet.accounts.end(),
              [](const auto& a, const auto& b) { return std::tie(a.kind, a.code) < std::tie(b.kind, b.code); });
  }
  return sheets;
}

std::string amount(std::int64_t minor, const Currency& currency) { return Money(minor, currency).decimal(); }

std::string text_of(const Context& context, const Sheet& sheet) {
  const std::string code(sheet.currency.code());
  Table table({{context.said({"account", "账户"})},
               {context.said({"class", "类别"})},
               {context.said({"debit ", "借方余额 "}) + code, Align::right},
               {context.said({"credit ", "贷方余额 "}) + code, Align::right}});
  for (const journal::Account& account : sheet.accounts) {
    const std::int64_t balance = net(account);
    table.row({account.code, std::string(name(account.kind)), balance > 0 ? amount(balance, sheet.currency) : "",
               balance > 0 ? "" : amount(-balance, sheet.currency)});
  }
  table.rule().row(
      {Cell(context.said(sheet.balanced() ? Text{"balanced", "借贷平衡"} : Text{"does not balance", "借贷不平"}),
            sheet.balanced() ? Tone::ok : Tone::bad),
       "", amount(sheet.debits, sheet.currency), amount(sheet.credits, sheet.currency)});
  return table.text(context.painter());
}

std::string json_of(const std::vector<Sheet>& sheets, ExitStatus status) {
  std::string out;
  JsonWriter json(out);
  json.object().name("currencies").array();
  for (const Sheet& sheet : sheets) {
    json.object().member("currency", sheet.currency.code()).name("accounts").array();
    for (const journal::Account& account : sheet.accounts) {
      const std::int64_t balance = net(account);
      json.object().member("account", account.code).member("class", name(account.kind));
      json.member("side", balance > 0 ? "debit" : "credit");
      json.member("balance", Money(balance > 0 ? balance : -balance, sheet.currency)).end();
    }
    json.end()
        .member("debits", Money(sheet.debits, sheet.currency))
        .member("credits", Money(sheet.credits, sheet.currency));
    json.member("balanced", sheet.balanced()).end();
  }
  json.end().member("exit", number(status)).end();
  return out + "\n";
}

ExitStatus run(Context& context, const Arguments& given) {
  const auto cut = cut_from(given);
  const auto sheets = context.ledger().store().reading([&](View& view) { return read(view, given.given("all"), cut); });
  const bool balanced = std::all_of(sheets.begin(), sheets.end(), [](const Sheet& sheet) { return sheet.balanced(); });
  const ExitStatus status = balanced ? ExitStatus::done : ExitStatus::findings;
  if (context.json()) {
    context.print(json_of(sheets, status));
    return status;
  }
  if (sheets.empty()) context.print(context.said({"nothing is booked\n", "没有凭证\n"}));
  bool first = true;
  for (const Sheet& sheet : sheets) {
    context.print((first ? "" : "\n") + text_of(context, sheet));
    first = false;
  }
  return status;
}

std::vector<Option> options() {
  std::vector<Option> all = cut_options();
  all.insert(all.begin(), {.name = "all", .about = {"with accounts that have no lines", "包括没有分录的账户"}});
  return all;
}

}  // namespace

Command trial_balance_command() {
  return {.path = "trial-balance",
          .about = {"every balance on its side; per currency both sums are equal", "试算平衡表：各币种借贷合计相等"},
          .options = options(),
          .examples = {{.line = "payonce trial-balance"}, {.line = "payonce trial-balance --at 2026-10-31"}},
          .run = run,
          .more = {about_both_times(), about_own_accounts()},
          .reads = true};
}

}  // namespace payonce
