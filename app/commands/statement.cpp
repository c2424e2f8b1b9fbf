#include "app/commands/statement.hpp"

#include <unistd.h>

#include "app/context.hpp"
#include "app/cut.hpp"
#include "app/print/screen.hpp"
#include "app/print/table.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/json.hpp"

namespace payonce {
namespace {

using journal::Side;
using journal::Statement;
using journal::StatementLine;

/// From the account's own side: what a wallet holds is positive.
Money own_side(const journal::Account& account, std::int64_t net) {
  return {journal::normal_side(account.kind) == Side::debit ? net : -net, account.currency};
}

std::string joined(const std::vector<std::string>& codes) {
  std::string all;
  for (const std::string& code : codes) all += (all.empty() ? "" : " ") + code;
  return all;
}

std::string text_of(const Context& context, const Statement& statement, journal::Basis basis) {
  const journal::Account& account = statement.closing;
  const std::string currency(account.currency.code());
  const bool unbounded = screen_width(STDOUT_FILENO) == 0;
  Table table({{context.said({"date", "日期"})},
               {context.said({"voucher", "凭证"})},
               {context.said({"fact", "业务键"}), Align::left, unbounded ? 0u : 40u},
               {context.said({"other side", "对方账户"}), Align::left, unbounded ? 0u : 32u},
               {context.said({"debit ", "借方 "}) + currency, Align::right},
               {context.said({"credit ", "贷方 "}) + currency, Align::right},
               {context.said({"balance ", "余额 "}) + currency, Align::right}});
  const auto total = [&](const Text& label, const Money& balance) {
    table.row({"", context.said(label), "", "", "", "", balance.decimal()});
  };
  total({"opening", "期初"}, statement.opening.balance());
  for (const StatementLine& line : statement.lines) {
    const std::string amount = Money(line.amount, account.currency).decimal();
    const std::string day = basis == journal::Basis::business ? line.business_date : iso_date(line.recorded_at_ns);
    table.row({day, line.voucher, line.business_key, joined(line.counter_accounts),
               line.side == Side::debit ? amount : "", line.side == Side::debit ? "" : amount,
               own_side(account, line.net_after).decimal()});
  }
  table.rule();
  total({"closing", "期末"}, statement.closing.balance());
  return account.code + "\n" + table.text(context.painter());
}

std::string json_of(const Statement& statement, const Range& range) {
  const journal::Account& account = statement.closing;
  std::string out;
  JsonWriter json(out);
  json.object().member("account", account.code).member("class", name(account.kind)).member("by", name(range.basis));
  json.name("from");
  range.from ? json.value(*range.from) : json.null();
  json.name("to");
  range.to ? json.value(*range.to) : json.null();
  json.member("opening", statement.opening.balance()).name("lines").array();
  for (const StatementLine& line : statement.lines) {
    json.object()
        .member("voucher", line.voucher)
        .member("kind", line.kind)
        .member("business_key", line.business_key)
        .member("business_date", line.business_date)
        .member("recorded_at", iso_time(line.recorded_at_ns));
    if (line.reason) json.member("reason", *line.reason);
    json.name("other_accounts").array();
    for (const std::string& code : line.counter_accounts) json.value(code);
    json.end().member("side", name(line.side)).member("amount", Money(line.amount, account.currency));
    json.member("balance", own_side(account, line.net_after)).end();
  }
  json.end().member("closing", statement.closing.balance()).member("exit", number(ExitStatus::done)).end();
  return out + "\n";
}

/// RFC 4180: quoted where a comma, a quote or a line end stands in it.
std::string cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char letter : text) quoted += letter == '"' ? std::string("\"\"") : std::string(1, letter);
  return quoted + "\"";
}

std::string csv_of(const Statement& statement) {
  const journal::Account& account = statement.closing;
  std::string out =
      "business_date,recorded_at,voucher,kind,business_key,other_accounts,currency,debit,credit,balance\n";
  const std::string currency(account.currency.code());
  const auto total = [&](std::string_view word, const Money& balance) {
    out += ",,," + std::string(word) + ",,," + currency + ",,," + balance.decimal() + "\n";
  };
  total("opening", statement.opening.balance());
  for (const StatementLine& line : statement.lines) {
    const std::string amount = Money(line.amount, account.currency).decimal();
    out += line.business_date + "," + iso_time(line.recorded_at_ns) + "," + line.voucher + "," + line.kind + "," +
           cell(line.business_key) + "," + cell(joined(line.counter_accounts)) + "," + currency + "," +
           (line.side == Side::debit ? amount : "") + "," + (line.side == Side::debit ? "" : amount) + "," +
           own_side(account, line.net_after).decimal() + "\n";
  }
  total("closing", statement.closing.balance());
  return out;
}

ExitStatus run(Context& context, const Arguments& given) {
  const Range range = range_from(given);
  const std::string code = given.text("account");
  if (context.json() && given.given("csv")) {
    throw Problem(ExitStatus::usage, {"csv", {"--csv or --json, not both", "--csv 与 --json 只能择一"}});
  }
  const Statement statement = context.ledger().store().reading([&](View& view) {
    const auto account = journal::find_account(view, code);
    if (!account) throw Problem(ExitStatus::refused, {"account", {"there is no such account", "没有这个账户"}});
    return journal::statement_of(view, *account, range.basis, range.from, range.to);
  });
  if (given.given("csv")) {
    context.print(csv_of(statement));
  } else {
    context.print(context.json() ? json_of(statement, range) : text_of(context, statement, range.basis));
  }
  return ExitStatus::done;
}

std::vector<Option> options() {
  std::vector<Option> all = range_options(true);
  all.push_back({.name = "csv", .about = {"comma-separated values", "以 CSV 输出"}});
  return all;
}

}  // namespace

Command statement_command() {
  return {
      .path = "statement",
      .about = {"one account over a range of days: opening, every line, closing", "账户明细：期初、每笔、期末"},
      .positionals = {{.name = "account", .about = {"whose", "账户"}}},
      .options = options(),
      .examples = {{.line = "payonce statement alice"},
                   {.line = "payonce statement alice --from 2026-10-01 --to 2026-10-31"}},
      .run = run,
      .more =
          {{"Opening and lines make the closing, or nothing is shown. A balance is seen from its account's own side.",
            "期初加各笔等于期末，否则不予显示。余额按账户自身方向显示。"},
           about_both_times()},
      .reads = true};
}

}  // namespace payonce
