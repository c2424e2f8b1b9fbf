#include "app/sheet_settlement.hpp"

#include <map>

#include "app/sheet.hpp"

namespace payonce {
namespace {

namespace rec = reconciliation;

using Row = std::map<std::string, const rec::Figure*>;

/// The figures of a sheet by currency and kind, in the order of both.
std::map<std::string, std::map<std::string, Row>> by_kind(const rec::Sheet& sheet, std::string_view wanted) {
  std::map<std::string, std::map<std::string, Row>> all;
  for (const rec::Figure& figure : sheet.figures) {
    if (figure.sheet == wanted) all[figure.currency][figure.kind][figure.name] = &figure;
  }
  return all;
}

std::string amount_of(const Row& row, const std::string& name, const std::string& currency) {
  const auto found = row.find(name);
  return found == row.end() ? "-" : decimal(found->second->amount, currency);
}

std::string count_of(const Row& row, const std::string& name) {
  const auto found = row.find(name);
  return found == row.end() ? "-" : std::to_string(found->second->count);
}

std::int64_t minor_of(const Row& row, const std::string& name) {
  const auto found = row.find(name);
  return found == row.end() ? 0 : found->second->amount;
}

}  // namespace

std::vector<SheetTable> settlement_tables(const rec::Sheet& sheet) {
  std::vector<SheetTable> all;
  for (const auto& [currency, kinds] : by_kind(sheet, "fees")) {
    SheetTable table{.title = sheet_words("fees"),
                     .currency = currency,
                     .columns = {{"kind", "类型"},
                                 {"lines", "行数"},
                                 {"amount", "金额"},
                                 {"taken", "实扣"},
                                 {"rate", "实际费率"},
                                 {"agreed", "约定"}},
                     .rows = {}};
    for (const auto& [kind, row] : kinds) {
      table.rows.push_back(
          {movement_words(kind),
           {count_of(row, "charged_on"), amount_of(row, "charged_on", currency), amount_of(row, "taken", currency),
            rate_words(minor_of(row, "taken"), minor_of(row, "charged_on")), amount_of(row, "agreed", currency)}});
    }
    all.push_back(std::move(table));
  }
  for (const auto& [currency, batches] : by_kind(sheet, "payouts")) {
    SheetTable table{.title = sheet_words("payouts"),
                     .currency = currency,
                     .columns = {{"batch", "批次"},
                                 {"lines", "行数"},
                                 {"their sum", "明细合计"},
                                 {"paid out", "结算"},
                                 {"kept back", "留存"},
                                 {"booked", "账面"},
                                 {"arrived", "到账"}},
                     .rows = {}};
    for (const auto& [batch, row] : batches) {
      table.rows.push_back({{batch, batch},
                            {count_of(row, "lines"), amount_of(row, "lines", currency),
                             amount_of(row, "paid_out", currency), amount_of(row, "kept_back", currency),
                             amount_of(row, "booked", currency), amount_of(row, "arrived", currency)}});
    }
    all.push_back(std::move(table));
  }
  return all;
}

}  // namespace payonce
