#include <algorithm>

#include "ledger/statements/csv_columns.hpp"
#include "ledger/statements/reader.hpp"
#include "ledger/values/utf8.hpp"

namespace payonce::statements {
namespace {

constexpr std::size_t longest_preamble = 100;  // rows before the header
constexpr std::size_t longest_footer = 20;     // rows behind the last line

class CsvReader {
 public:
  CsvReader(std::istream& in, const FieldMap& map, const Sink& sink)
      : rows_(in, map.separator), map_(map), sink_(sink) {
    reading_.format = Format::csv;
  }

  Reading run() {
    if (!find_header()) return std::move(reading_);
    while (next()) {
      if (footer_rows_ != 0 || is_footer()) {
        if (!footer()) break;
      } else if (!line()) {
        break;
      }
    }
    finish();
    return std::move(reading_);
  }

 private:
  using Got = CsvRows::Got;

  void broke(FileBreak code, Text why) { reading_.broke(code, row_.line, std::move(why)); }

  /// The next whole row; false at the end of the file and where reading must stop.
  bool next() {
    while (true) {
      const Got got = rows_.next(row_);
      if (got == Got::row) return true;
      if (auto wrong = broken_row(got, row_.line)) reading_.broke(wrong->code, wrong->line, std::move(wrong->why));
      if (got == Got::loose_quote) continue;
      stopped_ = stopped_ || got == Got::too_long;
      return false;
    }
  }

  bool find_header() {
    for (std::size_t n = 0; n < longest_preamble && next(); ++n) {
      if (!is_utf8(row_.raw)) {
        broke(FileBreak::file_unknown_layout, {"is no UTF-8; the map can name another charset: charset = gb18030",
                                               "不是 UTF-8；可在映射中写明编码：charset = gb18030"});
        return false;
      }
      columns_ = CsvColumns::find(map_, row_);
      if (columns_) return true;
    }
    if (reading_.trusted()) {
      reading_.broke(
          FileBreak::file_unknown_layout, 1,
          {"no row holds every column name of the map exactly once", "没有一行恰好各含一次映射中的全部列名"});
    }
    return false;
  }

  bool is_footer() { return !map_.footer.empty() && trimmed(row_.cells.front()).starts_with(map_.footer); }

  bool footer() {
    if (short_row_) flush_short(FileBreak::file_corrupted);
    if (footer_rows_++ == map_.footer_row) totals();
    if (footer_rows_ <= map_.footer_row + 1) return true;
    // A line behind the end means that a second file was put behind the first one.
    if (footer_rows_ <= longest_footer && (is_footer() || row_.cells.size() < columns_->width())) return true;
    broke(FileBreak::file_corrupted, {"rows stand behind the footer", "结尾之后还有明细"});
    return false;
  }

  void totals() {
    totals_seen_ = true;
    for (const auto& [sum, place] : map_.totals) {
      const std::string_view cell = place < row_.cells.size() ? trimmed(row_.cells[place]) : std::string_view{};
      if (sum == "count") {
        head_.stated_lines = 0;
        const bool number = !cell.empty() && cell.size() <= 12 && cell.find_first_not_of("0123456789") == cell.npos;
        if (number) {
          for (const char c : cell) head_.stated_lines = *head_.stated_lines * 10 + (c - '0');
        }
        if (!number || *head_.stated_lines != static_cast<std::int64_t>(head_.lines))
          differs(sum, cell, std::to_string(head_.lines));
      } else if (reading_.totals().size() > 1) {
        broke(FileBreak::file_mixed_currency, {"one sum over several currencies", "不同币种合计为一数"});
      } else {
        check_sum(sum, cell);
      }
    }
  }

  void check_sum(std::string_view sum, std::string_view cell) {
    const bool none = reading_.totals().empty();
    if (none && !map_.currency) return;  // no line, and so no currency to read it in
    const Currency currency = none ? *map_.currency : reading_.totals().front().currency;
    const Exact zero(0, currency);
    const Total total = none ? Total{currency, 0, zero, zero, zero} : reading_.totals().front();
    const Exact& ours = sum == "gross" ? total.gross : sum == "fee" ? total.fee : total.net;
    const auto stated = Exact::parse(sum, cell, currency, map_.marks);
    if (!stated || !(*stated == ours)) differs(sum, cell, ours.text());
  }

  void differs(std::string_view what, std::string_view stated, const std::string& ours) {
    const std::string sum(what);
    const std::string theirs(stated.substr(0, 40));
    broke(FileBreak::file_control_total, {sum + ": the footer says " + theirs + ", the rows give " + ours,
                                          sum + "：结尾载 " + theirs + "，明细为 " + ours});
  }

  bool line() {
    if (short_row_) flush_short(FileBreak::file_corrupted);
    if (!is_utf8(row_.raw)) {
      broke(FileBreak::file_corrupted, {"is no UTF-8", "不是 UTF-8"});
      return true;
    }
    const auto spare = [](const std::string& cell) { return trimmed(cell).empty(); };
    if (row_.cells.size() < columns_->width()) {
      short_row_ = row_.line;  // a cut end, or a broken row: what follows tells
      return true;
    }
    if (!std::all_of(row_.cells.begin() + static_cast<std::ptrdiff_t>(columns_->width()), row_.cells.end(), spare)) {
      broke(FileBreak::file_corrupted, {"has more cells than the header", "格数多于表头"});
      return true;
    }
    std::vector<Broken> broken;
    std::optional<Line> made = line_of(map_, *columns_, row_, broken);
    for (Broken& one : broken) reading_.broke(one.code, one.line, std::move(one.why));
    if (!made) return true;
    made->ordinal = head_.lines + 1;
    if (!reading_.count(*made)) {
      stopped_ = true;
      return false;
    }
    ++head_.lines;
    period(*made);
    balance(*made);
    sink_.line(*made);
    return true;
  }

  void flush_short(FileBreak code) {
    reading_.broke(code, *short_row_, {"has fewer cells than the header", "格数少于表头"});
    short_row_.reset();
  }

  void period(const Line& line) {
    const Day day = line.at ? line.at->day : *line.value_day;
    const bool outside = (map_.from && day < *map_.from) || (map_.to && day > *map_.to);
    if (outside) broke(FileBreak::file_rows_outside_period, {"is of " + day.text(), "日期为 " + day.text()});
    if (!head_.from || day < *head_.from) head_.from = day;
    if (!head_.to || day > *head_.to) head_.to = day;
  }

  /// The column behind the rows: each balance follows from the one before it and the row between.
  void balance(const Line& line) {
    if (!columns_->has("balance")) return;
    const auto read = Exact::parse("balance", columns_->cell(row_, "balance"), line.currency, map_.marks);
    if (!read) {
      broke(FileBreak::file_corrupted, {"the balance is no amount", "余额不是金额"});
      return;
    }
    if (head_.currency && !(*head_.currency == line.currency)) {
      broke(FileBreak::file_mixed_currency, {"one balance over several currencies", "不同币种共用一个余额"});
      return;
    }
    head_.currency = line.currency;
    const auto before = Exact::sum(*read, line.net.negated());
    auto& first = map_.newest_first ? head_.closing : head_.opening;
    auto& last = map_.newest_first ? head_.opening : head_.closing;
    const Exact& met = map_.newest_first ? *read : before.value_or(*read);
    if (!first) {
      first = met;
    } else if (!(*last == met)) {
      broke(FileBreak::file_balance_chain, {"the balance beside it should be " + met.text() + ", not " + last->text(),
                                            "相邻余额应为 " + met.text() + "，而非 " + last->text()});
    }
    last = map_.newest_first ? before : read.value();
  }

  void finish() {
    if (short_row_) flush_short(FileBreak::file_truncated);
    if (!map_.footer.empty() && !totals_seen_ && !stopped_) {
      broke(FileBreak::file_truncated, {"the footer that the map speaks of is missing", "缺少映射所述的结尾"});
    }
    head_.zone = map_.zone;
    if (!head_.currency) head_.currency = map_.currency;
    if (map_.from) head_.from = map_.from;
    if (map_.to) head_.to = map_.to;
    ++reading_.statements;
    sink_.head(head_);
  }

  CsvRows rows_;
  const FieldMap& map_;
  const Sink& sink_;
  Reading reading_;
  Head head_{};
  CsvRow row_;
  std::optional<CsvColumns> columns_;
  std::optional<std::uint64_t> short_row_;  // the line of a row with too few cells, until the next row is met
  std::size_t footer_rows_ = 0;
  bool totals_seen_ = false;
  bool stopped_ = false;
};

}  // namespace

Reading read_csv(std::istream& in, const FieldMap& map, const Sink& sink) { return CsvReader(in, map, sink).run(); }

}  // namespace payonce::statements
