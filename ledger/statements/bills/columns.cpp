#include "ledger/statements/bills/columns.hpp"

#include <algorithm>

#include "ledger/statements/map.hpp"

namespace payonce::statements {

std::optional<BillColumns> BillColumns::find(const Layout& layout, const CsvRow& header) {
  std::vector<std::string> names;
  names.reserve(header.cells.size());
  for (const std::string& cell : header.cells) names.push_back(plain_name(cell));
  while (!names.empty() && names.back().empty()) names.pop_back();
  BillColumns columns;
  columns.width_ = names.size();
  for (const Column& column : layout) {
    std::optional<std::size_t> place;
    for (const std::string_view wanted : column.names) {
      const auto found = std::find(names.begin(), names.end(), wanted);
      if (found == names.end()) continue;
      if (std::find(found + 1, names.end(), wanted) != names.end()) return std::nullopt;
      place = static_cast<std::size_t>(found - names.begin());
      break;
    }
    if (!place && column.needed) return std::nullopt;
    columns.places_.push_back(place);
    columns.names_.emplace_back(place ? names[*place] : std::string(column.names.front()));
  }
  return columns;
}

std::string_view BillColumns::cell(const CsvRow& row, std::size_t column) const {
  const auto place = places_[column];
  if (!place || *place >= row.cells.size()) return {};
  std::string_view text = trimmed(row.cells[*place]);
  // ="123" is how a program tells a spreadsheet that digits are text.
  if (text.size() >= 3 && text.starts_with("=\"") && text.ends_with('"')) text = text.substr(2, text.size() - 3);
  return text;
}

}  // namespace payonce::statements
