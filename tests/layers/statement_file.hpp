#pragma once

#include <string>
#include <vector>

#include "ledger/layers/reconciliation_staging.hpp"
#include "tests/support/shop.hpp"

/// Files as the bank of a test shop would send them.
namespace payonce::test {

/// One row of the channel's file.
struct FileRow {
  std::string id, ref, parent, day, kind, amount, fee, currency, status, account;
  std::string batch{}, paid{}, paid_in{};  // where it was paid out, and what was paid in another currency
};

/// What the bank did, as its file would list it.
[[nodiscard]] std::vector<FileRow> told_by_bank(Shop& shop);
/// Imports a file of these days for the channel bank.
reconciliation::Statement import_file(Shop& shop, const std::string& text, const std::string& from,
                                      const std::string& to);
[[nodiscard]] std::string csv_of(const std::vector<FileRow>& rows);

}  // namespace payonce::test
