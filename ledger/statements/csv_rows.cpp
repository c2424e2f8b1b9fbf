#include "ledger/statements/csv_rows.hpp"

#include <string_view>

namespace payonce::statements {
namespace {

constexpr int end_of_file = std::char_traits<char>::eof();
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

int CsvRows::take(CsvRow& row) {
  const int c = in_.sbumpc();
  if (c == end_of_file) return c;
  row.raw += static_cast<char>(c);
  if (c == '\n') ++line_;
  return c;
}

CsvRows::Got CsvRows::next(CsvRow& row) {
  while (true) {
    const Got got = read(row);
    // A row that is empty but for its line end says nothing: many files end with one.
    if (got == Got::row && row.cells.size() == 1 && row.raw.empty()) continue;
    return got;
  }
}

CsvRows::Got CsvRows::read(CsvRow& row) {
  row.cells.assign(1, {});
  row.raw.clear();
  row.line = line_;
  if (peek() == end_of_file) return Got::end;
  bool quoted = false;  // inside quotes
  bool closed = false;  // behind a closing quote
  bool broken = false;  // text behind a closing quote
  while (true) {
    const int c = take(row);
    if (row.raw.size() > longest_row) return Got::too_long;
    if (!begun_ && row.raw == byte_order_mark) {
      begun_ = true;
      row.raw.clear();
      row.cells.assign(1, {});
      if (peek() == end_of_file) return Got::end;
      continue;
    }
    if (row.raw.size() > byte_order_mark.size()) begun_ = true;
    if (c == end_of_file) {
      if (quoted) return Got::open_quote;
      break;
    }
    std::string& cell = row.cells.back();
    const bool ticked = cells_ == Cells::ticked && row.raw.front() == '`';
    if (quoted) {
      if (c != '"') {
        cell += static_cast<char>(c);
      } else if (peek() == '"') {
        cell += static_cast<char>(take(row));
      } else {
        quoted = false;
        closed = true;
      }
    } else if (c == '\n') {
      row.raw.pop_back();
      if (row.raw.ends_with('\r')) {
        row.raw.pop_back();
        if (!closed && cell.ends_with('\r')) cell.pop_back();
      }
      break;
    } else if (c == static_cast<unsigned char>(separator_) && (!ticked || peek() == '`')) {
      if (row.cells.size() == most_cells) return Got::too_long;
      row.cells.emplace_back();
      closed = false;
    } else if (closed) {
      // Blanks and the CR of the line end may stand behind a closing quote; Chinese bills put a tab there.
      if (c != '\r' && c != ' ' && c != '\t') broken = true;
    } else if (!ticked && c == '"' && cell.find_first_not_of(" \t") == std::string::npos) {
      cell.clear();
      quoted = true;
    } else {
      cell += static_cast<char>(c);
    }
  }
  begun_ = true;
  if (row.raw.ends_with('\r')) row.raw.pop_back();
  if (!row.cells.back().empty() && row.cells.back().back() == '\r' && !closed) row.cells.back().pop_back();
  return broken ? Got::loose_quote : Got::row;
}

std::optional<Broken> broken_row(CsvRows::Got got, std::uint64_t line) {
  switch (got) {
    case CsvRows::Got::row:
    case CsvRows::Got::end: break;
    case CsvRows::Got::open_quote:
      return Broken{FileBreak::file_truncated, line, {"the file ends inside quotes", "文件在引号内结束"}};
    case CsvRows::Got::loose_quote:
      return Broken{FileBreak::file_corrupted, line, {"text behind a closing quote", "右引号之后还有文字"}};
    case CsvRows::Got::too_long:
      return Broken{FileBreak::file_over_bounds,
                    line,
                    {"the row is longer than 1 MiB or has over 1000 cells", "该行超过 1 MiB 或 1000 格"}};
  }
  return std::nullopt;
}

}  // namespace payonce::statements
