#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/statements/csv_rows.hpp"

namespace payonce::statements {

/// A column of a bill: the names it has had, as plain_name gives them. One that is not needed may be missing.
struct Column {
  std::vector<std::string_view> names;
  bool needed = true;
};
/// The columns a reader knows, in the order of its own enumeration. Where they stand in a file is told by their names alone.
using Layout = std::vector<Column>;

/// Where the columns of a layout stand in one file.
class BillColumns {
 public:
  /// Nothing where the row is not the header: a needed name is missing from it, or a known one stands in it twice.
  [[nodiscard]] static std::optional<BillColumns> find(const Layout& layout, const CsvRow& header);

  /// The cell of a column, trimmed; empty where the file has no such column.
  [[nodiscard]] std::string_view cell(const CsvRow& row, std::size_t column) const;
  [[nodiscard]] bool has(std::size_t column) const { return places_[column].has_value(); }
  /// As the header writes it.
  [[nodiscard]] const std::string& name(std::size_t column) const { return names_[column]; }
  /// Cells of the header without empty ones at its end, which spreadsheets and a comma at the end of each row add.
  [[nodiscard]] std::size_t width() const { return width_; }

 private:
  std::vector<std::optional<std::size_t>> places_;
  std::vector<std::string> names_;
  std::size_t width_ = 0;
};

}  // namespace payonce::statements
