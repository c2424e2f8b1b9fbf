// Rows of separated files, by RFC 4180 and within bounds.

#include "ledger/statements/csv_rows.hpp"

#include <doctest/doctest.h>

#include <sstream>

using namespace payonce::statements;
using Got = CsvRows::Got;

namespace {

using Cells = std::vector<std::string>;

std::vector<CsvRow> rows_of(const std::string& bytes, Got ending = Got::end) {
  std::istringstream in(bytes);
  CsvRows rows(in, ',');
  std::vector<CsvRow> all;
  CsvRow row;
  Got got = rows.next(row);
  for (; got == Got::row; got = rows.next(row)) all.push_back(row);
  CHECK(got == ending);
  return all;
}

}  // namespace

TEST_CASE("quotes, commas and line ends inside quotes belong to the cell") {
  const auto rows = rows_of("a,\"b,\"\"c\"\"\",\"d\r\ne\"\r\nf,g,h");
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].cells == Cells{"a", "b,\"c\"", "d\r\ne"});
  CHECK(rows[1].cells == Cells{"f", "g", "h"});
  CHECK(rows[0].raw == "a,\"b,\"\"c\"\"\",\"d\r\ne\"");
  CHECK(rows[1].line == 3);
}

TEST_CASE("a byte order mark, CRLF, empty lines and a missing last line end change no row") {
  const auto plain = rows_of("a,b\n1,2\n");
  for (const char* bytes : {"\xEF\xBB\xBF"
                            "a,b\n1,2\n",
                            "a,b\r\n1,2\r\n", "a,b\n\n1,2", "a,b\r\n1,2\r", "\xEF\xBB\xBF\"a\",b\r\n\"1\",2\r\n\r\n"}) {
    CAPTURE(bytes);
    const auto rows = rows_of(bytes);
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].cells == plain[0].cells);
    CHECK(rows[1].cells == plain[1].cells);
  }
  CHECK(rows_of("").empty());
  CHECK(rows_of("\xEF\xBB\xBF").empty());
}

TEST_CASE("a tab behind a closing quote is passed over, other text is not") {
  CHECK(rows_of("\"1\"\t,2\n")[0].cells == Cells{"1", "2"});
  CHECK(rows_of("\"1\"x,2\n", Got::loose_quote).empty());
}

TEST_CASE("a file that ends inside quotes is known for it") { CHECK(rows_of("a,\"b\nc\n", Got::open_quote).empty()); }

TEST_CASE("a row that is too long or has too many cells ends the reading before memory does") {
  CHECK(rows_of(std::string(CsvRows::longest_row + 1, 'x'), Got::too_long).empty());
  CHECK(rows_of("\"" + std::string(CsvRows::longest_row, '\n'), Got::too_long).empty());
  CHECK(rows_of(std::string(CsvRows::most_cells, ','), Got::too_long).empty());
  CHECK(rows_of(std::string(CsvRows::most_cells - 1, ',')).size() == 1);
}
