#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "ledger/layers/reconciliation_matching.hpp"
#include "tests/layers/statement_file.hpp"

/// A book and a statement that agree, and then disagree in ways that are known: whatever is planted a reconciliation must name,
/// and nothing else (issue: a planted-fault generator).
namespace payonce::test {

/// How often each code is to be found, by what it is found on: "amount_over txn-17".
using Planted = std::multiset<std::string>;

struct Field {
  explicit Field(std::uint64_t seed);

  Shop shop;
  std::vector<FileRow> rows;
  Planted planted;
  std::string first_day;
  std::string last_day;

  /// Imports these rows, of days from one to the other, and gives what was said of the file.
  reconciliation::Statement import(const std::vector<FileRow>& some, const std::string& from, const std::string& to);
  reconciliation::Sheet match();
  /// What a run says is open or was ended at once, spelt as `planted`.
  [[nodiscard]] static Planted found(const reconciliation::Sheet& sheet);
};

}  // namespace payonce::test
