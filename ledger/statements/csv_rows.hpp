#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <vector>

#include "ledger/statements/file_break.hpp"

namespace payonce::statements {

/// One row of a separated file: its cells without quotes, and the bytes it was made of, without the line end.
struct CsvRow {
  std::uint64_t line = 0;  // of the file, from 1, where the row begins
  std::vector<std::string> cells;
  std::string raw;
};

/// Rows of a CSV file by RFC 4180, one at a time: quotes, doubled quotes, line ends inside quotes, CRLF or LF, a byte order
/// mark, a last line without an end. Memory is one row, whatever the file. Empty lines are passed over.
class CsvRows {
 public:
  static constexpr std::size_t longest_row = 1U << 20U;  // bytes: 1 MiB
  static constexpr std::size_t most_cells = 1000;

  enum class Got {
    row,
    end,
    open_quote,   // the file ends inside quotes
    loose_quote,  // text behind a closing quote; the row is passed over to its end and reading may go on
    too_long,     // longest_row or most_cells exceeded: reading must stop
  };

  /// How cells are kept apart: by RFC 4180, or as WeChat Pay does, where a row that begins with a backtick has one before each
  /// cell, no quotes, and perhaps commas inside.
  enum class Cells { quoted, ticked };

  CsvRows(std::istream& in, char separator, Cells cells = Cells::quoted)
      : in_(*in.rdbuf()), separator_(separator), cells_(cells) {}

  /// The next row into `row`, whose memory is used again.
  [[nodiscard]] Got next(CsvRow& row);

 private:
  Got read(CsvRow& row);
  [[nodiscard]] int peek() { return in_.sgetc(); }
  int take(CsvRow& row);

  std::streambuf& in_;
  char separator_;
  Cells cells_;
  std::uint64_t line_ = 1;
  bool begun_ = false;
};

/// What is wrong with a file where no row was got; nothing for a row, and at the file's end.
[[nodiscard]] std::optional<Broken> broken_row(CsvRows::Got got, std::uint64_t line);

}  // namespace payonce::statements
