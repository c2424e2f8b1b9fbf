#pragma once

#include <string>
#include <vector>

#include "ledger/layers/reconciliation_sheet.hpp"
#include "ledger/values/text.hpp"

namespace payonce {

/// A table of a report before it is text or markup: a column of words, then numbers.
struct SheetTable {
  struct Row {
    Text words;
    std::vector<std::string> numbers;
  };
  Text title;
  std::string currency;
  std::vector<Text> columns;
  std::vector<Row> rows;
};

/// What the channel took of each kind of movement, its effective rate and what was agreed, and each payout with its batch, what the
/// book has of it and what was kept back: a table a currency each (reconciliation.md 4).
[[nodiscard]] std::vector<SheetTable> settlement_tables(const reconciliation::Sheet& sheet);

}  // namespace payonce
