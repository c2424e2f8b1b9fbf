#include "app/print/table.hpp"

#include <algorithm>
#include <utility>

#include "ledger/values/invariant.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {
namespace {

// What is left of a column on a narrow screen: enough for the first words of a sentence.
constexpr std::size_t least_columns = 20;

struct Drawing {
  std::string_view between;  // cells of one row
  std::string_view dash;     // a line across
  std::string_view between_dashes;
};

Drawing drawing_of(Lines lines) {
  switch (lines) {
    case Lines::ascii: return {"  ", "-", "  "};
    case Lines::box: break;
  }
  return {" │ ", "─", "─┼─"};
}

std::string line_across(const std::vector<std::size_t>& widths, const Drawing& drawing) {
  std::string line;
  for (std::size_t n = 0; n < widths.size(); ++n) {
    if (n > 0) line += drawing.between_dashes;
    for (std::size_t dashes = 0; dashes < widths[n]; ++dashes) line += drawing.dash;
  }
  return line += '\n';
}

/// One line of cells. Spaces are put around the painted text, never inside the colour, and none after the last visible sign.
std::string line_of(const std::vector<Cell>& cells, const std::vector<Column>& columns,
                    const std::vector<std::size_t>& widths, const Drawing& drawing, const Painter& painter) {
  std::string line;
  std::size_t spaces = 0;  // owed, and paid only before something visible
  const auto put = [&line, &spaces](std::string_view text) {
    line.append(std::exchange(spaces, 0), ' ');
    line += text;
  };
  for (std::size_t n = 0; n < cells.size(); ++n) {
    if (n > 0) {
      if (drawing.between.find_first_not_of(' ') == std::string_view::npos) {
        spaces += drawing.between.size();
      } else {
        put(drawing.between);
      }
    }
    const std::size_t missing = widths[n] - display_width(cells[n].text);
    if (columns[n].align == Align::right) spaces += missing;
    if (!cells[n].text.empty()) put(painter.paint(cells[n].text, cells[n].tone));
    if (columns[n].align == Align::left) spaces += missing;
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();  // a box line before an empty last cell
  return line += '\n';
}

}  // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {
  invariant(!columns_.empty(), "a table has a column");
  for (Column& column : columns_) column.title = printable(column.title);
}

Table& Table::row(std::vector<Cell> cells) {
  invariant(cells.size() == columns_.size(), "a row has a cell for each column");
  for (std::size_t n = 0; n < cells.size(); ++n) {
    std::string shown = signed_text(printable(cells[n].text), cells[n].tone);
    if (columns_[n].widest > 0) shown = cut(shown, columns_[n].widest);
    cells[n].text = std::move(shown);
  }
  rows_.push_back({std::move(cells)});
  return *this;
}

Table& Table::fit(std::size_t width) {
  fit_ = width;
  return *this;
}

Table& Table::rule() {
  if (!rows_.empty() && !rows_.back().cells.empty()) rows_.push_back({});
  return *this;
}

std::string Table::text(const Painter& painter, Lines lines) const {
  const Drawing drawing = drawing_of(lines);
  std::vector<std::size_t> widths;
  std::vector<Cell> header;
  for (const Column& column : columns_) {
    widths.push_back(display_width(column.title));
    header.emplace_back(column.title);
  }
  for (const Row& row : rows_) {
    for (std::size_t n = 0; n < row.cells.size(); ++n)
      widths[n] = std::max(widths[n], display_width(row.cells[n].text));
  }
  if (fit_ > 0) {
    std::size_t taken = (widths.size() - 1) * display_width(drawing.between);
    for (std::size_t n = 0; n + 1 < widths.size(); ++n) taken += widths[n];
    const std::size_t least = std::max(least_columns, display_width(columns_.back().title));
    widths.back() = std::min(widths.back(), std::max(least, fit_ > taken ? fit_ - taken : 0));
  }
  std::string out = line_of(header, columns_, widths, drawing, painter);
  const std::string across = line_across(widths, drawing);
  out += across;
  for (const Row& row : rows_) {
    if (row.cells.empty()) {
      out += across;
      continue;
    }
    std::vector<Cell> cells = row.cells;
    cells.back().text = cut(cells.back().text, widths.back());
    out += line_of(cells, columns_, widths, drawing, painter);
  }
  return out;
}

void tall_row(Table& table, const std::vector<std::vector<std::string>>& cells) {
  std::size_t height = 0;
  for (const auto& lines : cells) height = std::max(height, lines.size());
  for (std::size_t line = 0; line < height; ++line) {
    std::vector<Cell> row;
    for (const auto& lines : cells) row.emplace_back(line < lines.size() ? lines[line] : std::string());
    table.row(std::move(row));
  }
}

}  // namespace payonce
