// A map says everything that a reader would otherwise have to guess.

#include "ledger/statements/map.hpp"

#include <doctest/doctest.h>

#include <sstream>

#include "tests/statements/files.hpp"

using namespace payonce;
using namespace payonce::statements;
using namespace payonce::test;

namespace {

const std::string small =
    "payonce map 1\ndecimal = comma\ngrouping = point\nzone = UTC\ndate = d.M.yyyy\ncurrency = EUR\n"
    "separator = semicolon\ncolumn.gross = Betrag\ncolumn.time = Tag\n";

std::string why(const std::string& text) {
  std::istringstream in(text);
  const auto map = FieldMap::parse(in);
  return map ? "" : map.error().why.en;
}

std::string without(const std::string& word) {
  const std::size_t at = small.find("\n" + word) + 1;
  return small.substr(0, at) + small.substr(small.find('\n', at) + 1);
}

Kept read_small(const std::string& map_text, const std::string& bytes) {
  std::istringstream in(map_text);
  const auto map = FieldMap::parse(in);
  REQUIRE(map);
  return kept(bytes, &*map);
}

}  // namespace

TEST_CASE("what a map leaves out that a reader would have to guess is refused by name") {
  CHECK(why(small).empty());
  for (const char* word : {"decimal", "zone", "date", "currency", "column.gross", "column.time"}) {
    CAPTURE(word);
    CHECK(why(without(word)).find(std::string("does not say ") + word) == 0);
  }
  CHECK(why(small + "footer.count = 2\n") == "does not say footer, and nothing is guessed");
  CHECK(why(small + "column.in = Ein\n").find("column.out") != std::string::npos);
}

TEST_CASE("a line of a map that is not understood is refused with its number") {
  for (const char* line : {"sparator = comma", "separator = ,", "column.colour = x", "kind.x = gift", "zone2",
                           "currency = EUR", "footer.row = 9", "period.from = 2026-02-30", "direction.D = down"}) {
    CAPTURE(line);
    CHECK(why(small + line).starts_with("line 10: "));
  }
  CHECK(why("separator = comma\n") == "line 1: must be: payonce map 1");
  CHECK(why("") == "is empty");
  CHECK(why(small + "# " + std::string(5000, 'x')) == "has a line that is too long");
}

TEST_CASE("the marks of the map decide what 3.000 is, and dates keep their day") {
  const Kept file = read_small(small, "Tag;Betrag\n3.8.2026;-3.000\n03.08.2026;1.111,11\n3.8.2026;-0,5\n");
  CHECK(file.codes().empty());
  REQUIRE(file.lines.size() == 3);
  CHECK(file.net() == "-1889.39 EUR");
  CHECK(file.lines[0].at->text() == "2026-08-03");
  CHECK(file.lines[1].at->text() == "2026-08-03");
  CHECK(file.lines[0].movement == Movement::unidentified);
}

TEST_CASE("two equal rows of one day are two lines with one key") {
  const Kept file = read_small(small, "Tag;Betrag\n1.9.2026;-1,50\n1.9.2026;-1,50\n");
  REQUIRE(file.lines.size() == 2);
  CHECK(file.lines[0].key == file.lines[1].key);
  CHECK(file.lines[0].ordinal != file.lines[1].ordinal);
}

TEST_CASE("a column for each direction, and a word for the direction, give the sign") {
  const std::string base = without("column.gross");
  const Kept sides =
      read_small(base + "column.in = Ein\ncolumn.out = Aus\n", "Tag;Ein;Aus\n1.9.2026;5,00;\n1.9.2026;0,00;2,00\n");
  CHECK(sides.codes().empty());
  CHECK(sides.net() == "3.00 EUR");
  const std::string words = small + "column.direction = DC\ndirection.D = minus\ndirection.C = plus\n";
  CHECK(read_small(words, "Tag;Betrag;DC\n1.9.2026;5,00;D\n1.9.2026;2,00;C\n").net() == "-3.00 EUR");
  CHECK(read_small(words, "Tag;Betrag;DC\n1.9.2026;5,00;X\n").codes() == "file_corrupted");
}

TEST_CASE("gross, fee and net of a row must agree, and several currencies are told apart") {
  const std::string three = small + "column.fee = Gebühr\ncolumn.net = Netto\n";
  CHECK(read_small(three, "Tag;Betrag;Gebühr;Netto\n1.9.2026;5,00;0,01234;4,98766\n").net() == "4.98766 EUR");
  CHECK(read_small(three, "Tag;Betrag;Gebühr;Netto\n1.9.2026;5,00;0,10;4,80\n").codes() == "file_control_total");
  const std::string coins = without("currency") + "column.currency = W\n";
  CHECK(read_small(coins, "Tag;Betrag;W\n1.9.2026;5;JPY\n1.9.2026;-2,345;KWD\n").reading.totals().size() == 2);
  CHECK(read_small(small + "column.currency = W\n", "Tag;Betrag;W\n1.9.2026;5;JPY\n").codes() == "file_mixed_currency");
}

TEST_CASE("a file written newest first keeps its chain of balances") {
  const std::string newest = small + "column.balance = Saldo\norder = newest_first\n";
  const Kept file = read_small(newest, "Tag;Betrag;Saldo\n3.9.2026;2,00;13,00\n2.9.2026;1,00;11,00\n");
  CHECK(file.codes().empty());
  CHECK(file.heads[0].opening->text() == "10.00");
  CHECK(file.heads[0].closing->text() == "13.00");
  CHECK(read_small(newest, "Tag;Betrag;Saldo\n3.9.2026;2,00;13,00\n2.9.2026;1,00;11,50\n").codes() ==
        "file_balance_chain");
}
