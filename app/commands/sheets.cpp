#include "app/commands/sheets.hpp"

#include "app/context.hpp"
#include "app/cut.hpp"
#include "app/print/table.hpp"
#include "ledger/journal/sheets.hpp"
#include "ledger/values/json.hpp"

namespace payonce {
namespace {

using journal::BalanceSheet;
using journal::IncomeStatement;
using journal::SheetLine;

Table sheet_table(const Context& context, const Currency& currency) {
  const std::string code(currency.code());
  return Table(
      {{""}, {context.said({"account", "账户"})}, {context.said({"amount " + code, "金额 " + code}), Align::right}});
}

std::string decimal(std::int64_t minor, const Currency& currency) { return Money(minor, currency).decimal(); }

/// A heading, its accounts under it, and their sum.
void group(const Context& context, Table& table, const Text& heading, const std::vector<SheetLine>& lines,
           const Currency& currency, std::int64_t sum) {
  std::string shown = context.said(heading);
  for (const SheetLine& line : lines) {
    table.row({shown, line.account.code, decimal(line.amount, currency)});
    shown.clear();
  }
  table.row({shown, context.said({"sum", "合计"}), decimal(sum, currency)}).rule();
}

void write(JsonWriter& json, std::string_view name, const std::vector<SheetLine>& lines, const Currency& currency) {
  json.name(name).array();
  for (const SheetLine& line : lines) {
    json.object().member("account", line.account.code).member("amount", Money(line.amount, currency)).end();
  }
  json.end();
}

void maybe(JsonWriter& json, std::string_view name, const std::optional<std::string>& text) {
  json.name(name);
  text ? json.value(*text) : json.null();
}

std::string text_of(const Context& context, const IncomeStatement& sheet) {
  Table table = sheet_table(context, sheet.currency);
  group(context, table, {"income", "收入"}, sheet.income, sheet.currency, sheet.earned);
  group(context, table, {"expenses", "费用"}, sheet.expenses, sheet.currency, sheet.spent);
  table.row({context.said({"result", "净利润"}), "", decimal(sheet.result(), sheet.currency)});
  return table.text(context.painter());
}

std::string text_of(const Context& context, const BalanceSheet& sheet) {
  Table table = sheet_table(context, sheet.currency);
  group(context, table, {"assets", "资产"}, sheet.assets, sheet.currency, sheet.owned);
  group(context, table, {"liabilities", "负债"}, sheet.liabilities, sheet.currency, sheet.owed);
  group(context, table, {"equity", "权益"}, sheet.equity, sheet.currency, sheet.own);
  table.row({context.said({"result", "未结转损益"}), "", decimal(sheet.result, sheet.currency)}).rule();
  table.row({Cell(context.said(sheet.balanced() ? Text{"balanced", "平衡"} : Text{"does not balance", "不平衡"}),
                  sheet.balanced() ? Tone::ok : Tone::bad),
             context.said({"assets less all others", "资产减其余各项"}),
             decimal(sheet.owned - sheet.owed - sheet.own - sheet.result, sheet.currency)});
  return table.text(context.painter());
}

template <class Sheet>
void print(const Context& context, const std::vector<Sheet>& sheets) {
  if (sheets.empty()) context.print(context.said({"nothing is booked\n", "没有凭证\n"}));
  bool first = true;
  for (const Sheet& sheet : sheets) {
    context.print((first ? "" : "\n") + text_of(context, sheet));
    first = false;
  }
}

ExitStatus income(Context& context, const Arguments& given) {
  const Range range = range_from(given);
  const auto sheets = context.ledger().store().reading(
      [&](View& view) { return journal::income_statements(view, journal::Basis::business, range.from, range.to); });
  if (!context.json()) {
    print(context, sheets);
    return ExitStatus::done;
  }
  std::string out;
  JsonWriter json(out);
  json.object();
  maybe(json, "from", range.from);
  maybe(json, "to", range.to);
  json.name("currencies").array();
  for (const IncomeStatement& sheet : sheets) {
    json.object().member("currency", sheet.currency.code());
    write(json, "income", sheet.income, sheet.currency);
    write(json, "expenses", sheet.expenses, sheet.currency);
    json.member("earned", Money(sheet.earned, sheet.currency)).member("spent", Money(sheet.spent, sheet.currency));
    json.member("result", Money(sheet.result(), sheet.currency)).end();
  }
  json.end().member("exit", number(ExitStatus::done)).end();
  context.print(out + "\n");
  return ExitStatus::done;
}

ExitStatus balance(Context& context, const Arguments& given) {
  const auto cut = cut_from(given).value_or(journal::Cut::now(journal::Basis::recorded));
  const auto sheets = context.ledger().store().reading([&](View& view) { return journal::balance_sheets(view, cut); });
  bool balanced = true;
  for (const BalanceSheet& sheet : sheets) balanced = balanced && sheet.balanced();
  const ExitStatus status = balanced ? ExitStatus::done : ExitStatus::findings;
  if (!context.json()) {
    print(context, sheets);
    return status;
  }
  std::string out;
  JsonWriter json(out);
  json.object().name("currencies").array();
  for (const BalanceSheet& sheet : sheets) {
    json.object().member("currency", sheet.currency.code());
    write(json, "assets", sheet.assets, sheet.currency);
    write(json, "liabilities", sheet.liabilities, sheet.currency);
    write(json, "equity", sheet.equity, sheet.currency);
    json.member("result", Money(sheet.result, sheet.currency)).member("balanced", sheet.balanced()).end();
  }
  json.end().member("exit", number(status)).end();
  context.print(out + "\n");
  return status;
}

}  // namespace

Command income_statement_command() {
  return {.path = "income-statement",
          .about = {"what was earned and spent over days, per currency", "利润表：各币种一段日期内的收入与费用"},
          .options = range_options(false),
          .examples = {{.line = "payonce income-statement --from 2026-01-01 --to 2026-12-31"}},
          .run = income,
          .more = {{"By business day. Memo accounts, as what is only held, are never in it.",
                    "按业务日期。备查科目（如仅被占用的款项）不列入。"}},
          .reads = true};
}

Command balance_sheet_command() {
  return {.path = "balance-sheet",
          .about = {"what is owned and owed, per currency", "资产负债表：各币种"},
          .options = cut_options(),
          .examples = {{.line = "payonce balance-sheet --at 2026-12-31"}},
          .run = balance,
          .more = {about_both_times()},
          .reads = true};
}

}  // namespace payonce
