#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/statements/csv_rows.hpp"
#include "ledger/statements/file_break.hpp"
#include "ledger/statements/map.hpp"

namespace payonce::statements {

/// Where the columns of a map stand in one file.
class CsvColumns {
 public:
  /// Nothing where the row is not the header: a name of the map is missing from it, or stands in it twice.
  [[nodiscard]] static std::optional<CsvColumns> find(const FieldMap& map, const CsvRow& header);

  /// The cell of a role, trimmed; empty where the map has no such role.
  [[nodiscard]] std::string_view cell(const CsvRow& row, std::string_view role) const;
  [[nodiscard]] bool has(std::string_view role) const { return places_.find(role) != places_.end(); }
  [[nodiscard]] std::size_t width() const { return width_; }

 private:
  std::map<std::string, std::size_t, std::less<>> places_;
  std::size_t width_ = 0;
};

/// A line made of a row, or why it cannot be one.
[[nodiscard]] std::optional<Line> line_of(const FieldMap& map, const CsvColumns& columns, const CsvRow& row,
                                          std::vector<Broken>& broken);

}  // namespace payonce::statements
