#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "app/print/colour.hpp"

namespace payonce {

enum class Align { left, right };

struct Column {
  std::string title;
  Align align = Align::left;
  std::size_t widest = 0;  // longer cells are cut to so many columns of the screen; 0 is no limit
};

/// What stands in one place of a table. A tone brings its sign along: a cell "clean" that is ok is shown as "✓ clean".
struct Cell {
  std::string text;
  Tone tone = Tone::plain;

  template <std::convertible_to<std::string> Text>
  Cell(Text&& cell_text,
       Tone cell_tone = Tone::plain)  // NOLINT(google-explicit-constructor,bugprone-forwarding-reference-overload)
      : text(std::forward<Text>(cell_text)), tone(cell_tone) {}
};

/// Lines between cells: of ASCII (dashes under the header, two spaces between columns) or of box characters.
enum class Lines { ascii, box };

/// Rows under a header, aligned by the columns that a terminal gives each text, so that Chinese and English stand in line.
/// Nothing is wrapped; control characters are made visible (values/wide.hpp); no line ends in a space.
class Table {
 public:
  explicit Table(std::vector<Column> columns);

  /// As many cells as there are columns.
  Table& row(std::vector<Cell> cells);
  /// A line across the table, as above a total. Two in a row are one, and none stands above the first row.
  Table& rule();

  /// The last column is cut so that a line has at most `width` columns, but keeps some of them. 0 is no limit.
  Table& fit(std::size_t width);

  [[nodiscard]] bool empty() const noexcept { return rows_.empty(); }
  /// The whole table, each line ended by a line feed.
  [[nodiscard]] std::string text(const Painter& painter, Lines lines = Lines::ascii) const;

 private:
  struct Row {
    std::vector<Cell> cells;  // none: a line across
  };

  std::vector<Column> columns_;
  std::vector<Row> rows_;
  std::size_t fit_ = 0;
};

/// One row whose cells have several lines each: as many rows of the table as the highest of them has.
void tall_row(Table& table, const std::vector<std::vector<std::string>>& cells);

}  // namespace payonce
