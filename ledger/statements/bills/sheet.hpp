#pragma once

#include <istream>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/statements/bills/columns.hpp"
#include "ledger/statements/csv_rows.hpp"
#include "ledger/statements/map.hpp"
#include "ledger/statements/reading.hpp"

namespace payonce::statements {

/// What the readers of channels' bills share: rows, cells by the names of their columns, and the complaints about both. All
/// such bills write a decimal point, so that a comma inside an amount can only part thousands.
class Sheet {
 public:
  Sheet(std::istream& in, Format format, const Sink& sink, CsvRows::Cells cells = CsvRows::Cells::quoted);

  /// The next whole row; false at the end of the file and where reading must stop. What is wrong with a row is noted.
  bool next();
  [[nodiscard]] const CsvRow& row() const { return row_; }
  [[nodiscard]] std::string_view first_cell() const { return trimmed(row_.cells.front()); }
  [[nodiscard]] bool stopped() const { return stopped_; }

  /// Whether the row is the header of this layout; from then on its columns are known.
  bool is_header(const Layout& layout);
  [[nodiscard]] bool has(std::size_t column) const { return columns_->has(column); }
  [[nodiscard]] std::string_view cell(std::size_t column) const { return columns_->cell(row_, column); }
  /// Whether the row has a cell for each column. One that has not is the cut end of the file, or broken: what follows tells.
  bool is_whole();

  /// Each of these is false where the cell cannot be what the channel wrote, and notes it. An empty amount is zero, an empty
  /// id is empty.
  [[nodiscard]] bool amount(std::size_t column, const Currency& currency, Exact& into);
  [[nodiscard]] bool id(std::size_t column, std::string& into);
  [[nodiscard]] bool time(std::size_t column, const DatePattern& pattern, std::optional<Moment>& into);
  /// Nothing is a break here: the code of the row, or what stands in for an empty one.
  [[nodiscard]] std::optional<Currency> currency(std::size_t column, std::string_view otherwise = {});

  /// Net from gross and fee, ordinal, period, sums; then the line is given. Its key and gross and fee must be there.
  void give(Line line);

  void broke(FileBreak code, Text why) { broke(code, row_.line, std::move(why)); }
  void broke(FileBreak code, std::uint64_t line, Text why) { reading_.broke(code, line, std::move(why)); }
  bool corrupted(std::size_t column, std::string_view text);
  /// Once a file: it is no longer what the channel wrote.
  void resaved(std::string_view sign);
  /// A sum or count of the file's own beside that of its rows. `rounded`: the rows are finer than the sum, which is rounded.
  void compare(const Text& what, std::string_view stated, const Exact& ours, bool rounded = false);
  void compare_count(const Text& what, std::string_view stated, std::uint64_t ours);

  /// Lines before `from` or after `to` lie outside; with `open_end` those of `to` itself do too.
  void period(const std::optional<Moment>& from, const std::optional<Moment>& to, bool open_end);

  Head head{};
  Reading& reading() { return reading_; }
  /// The end of the statement, and of the file.
  Reading finish();
  /// There is no header: the layout is unknown.
  Reading no_header();

 private:
  void flush_short(FileBreak code);
  void differs(const Text& what, std::string_view stated, const std::string& ours);

  CsvRows rows_;
  const Sink& sink_;
  Reading reading_;
  CsvRow row_;
  std::optional<BillColumns> columns_;
  std::optional<std::uint64_t> short_row_;
  std::string from_;  // as Moment::text(), whose order is that of time
  std::string to_;
  bool open_end_ = false;
  bool resaved_ = false;
  bool stopped_ = false;
};

/// A count as bills write it: "45", "45.0".
[[nodiscard]] std::optional<std::uint64_t> count_of(std::string_view text);
/// The day before.
[[nodiscard]] Day day_before(const Day& day);
/// The sum, which stays as it was where it no longer fits: then Reading::count has noted it.
void add(Exact& sum, const Exact& amount);

}  // namespace payonce::statements
