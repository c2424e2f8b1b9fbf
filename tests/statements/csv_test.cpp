// A separated file through its map: exact counts and sums, and one break a file.

#include <doctest/doctest.h>

#include <sstream>

#include "tests/statements/files.hpp"

using namespace payonce;
using namespace payonce::statements;
using namespace payonce::test;

namespace {

Kept csv(const std::string& file) {
  const FieldMap map = shop_map();
  return kept(bytes_of(file), &map);
}

}  // namespace

TEST_CASE("a clean bill gives every row with its ids, exact amounts and bytes") {
  const Kept bill = csv("csv_clean.csv");
  CHECK(bill.codes().empty());
  CHECK(bill.reading.format == Format::csv);
  REQUIRE(bill.lines.size() == 4);
  CHECK(bill.reading.totals().front().gross.text() == "-780.00");
  CHECK(bill.reading.totals().front().fee.text() == "7.38");
  CHECK(bill.net() == "-787.38 CNY");
  const Line& first = bill.lines[0];
  CHECK(first.channel_id == "4200001234567890123456789001");
  CHECK(first.our_id == "ord_1");
  CHECK(first.key == "id:4200001234567890123456789001:sale");
  CHECK(first.details == "茶叶, 两盒");
  CHECK(first.at->text() == "2026-11-29 00:00:01");
  CHECK(first.line == 3);
  CHECK(first.raw.starts_with("`4200001234567890123456789001,`ord_1\t,"));
  CHECK(bill.lines[1].details == "他说 \"好\"\r\n第二行");
  CHECK(bill.lines[1].fee.text() == "0.18");
  CHECK(bill.lines[2].movement == Movement::refund);
  CHECK(bill.lines[2].parent_id == "4200001234567890123456789002");
  CHECK(bill.lines[2].line == 6);
  CHECK(bill.lines[3].movement == Movement::payout);
  REQUIRE(bill.heads.size() == 1);
  CHECK(bill.heads[0].opening->text() == "1000.00");
  CHECK(bill.heads[0].closing->text() == "212.62");
  CHECK(bill.heads[0].stated_lines == 4);
  CHECK(bill.heads[0].zone == "+08:00");
}

TEST_CASE("columns in another order, one more of them and plain line ends give the same lines") {
  const Kept clean = csv("csv_clean.csv");
  const Kept other = csv("csv_reordered.csv");
  CHECK(other.codes().empty());
  REQUIRE(other.lines.size() == clean.lines.size());
  for (std::size_t n = 0; n < clean.lines.size(); ++n) {
    CHECK(other.lines[n].key == clean.lines[n].key);
    CHECK(other.lines[n].net == clean.lines[n].net);
    CHECK(content_key(other.lines[n]) == content_key(clean.lines[n]));
  }
}

TEST_CASE("each bill with a fault is known for that fault") {
  struct Case {
    const char* file;
    const char* codes;
    std::size_t lines;
    std::uint64_t line;  // of the first break
  };
  for (const Case& one :
       {Case{"csv_truncated.csv", "file_truncated file_truncated", 2, 6},
        Case{"csv_control_total.csv", "file_control_total file_control_total", 3, 7},
        Case{"csv_balance_chain.csv", "file_balance_chain file_balance_chain", 4, 4},
        Case{"csv_rows_outside_period.csv", "file_rows_outside_period", 4, 7},
        Case{"csv_corrupted.csv", "file_corrupted file_control_total file_control_total file_control_total", 3, 3},
        Case{"csv_unknown_layout.csv", "file_unknown_layout", 0, 1}}) {
    CAPTURE(one.file);
    const Kept bill = csv(one.file);
    CHECK(bill.codes() == one.codes);
    CHECK(bill.lines.size() == one.lines);
    REQUIRE_FALSE(bill.reading.trusted());
    CHECK(bill.reading.broken().front().line == one.line);
  }
}

TEST_CASE("a second file behind the first one is not read as nothing") {
  const FieldMap map = shop_map();
  const std::string one = bytes_of("csv_clean.csv");
  CHECK(kept(one + one, &map).codes() == "file_corrupted");
}

TEST_CASE("wherever a bill is cut, it is not trusted") {
  const FieldMap map = shop_map();
  const std::string whole = bytes_of("csv_clean.csv");
  for (std::size_t size = 0; size < whole.rfind("7.38") + 3; ++size) {
    CAPTURE(size);
    CHECK_FALSE(kept(whole.substr(0, size), &map).reading.trusted());
  }
}

TEST_CASE("a long file is read row by row and a row without end is refused") {
  const FieldMap map = shop_map();
  const std::string whole = bytes_of("csv_clean.csv");
  const std::string head = whole.substr(0, whole.find("`4200"));
  const Kept endless = kept(head + std::string(std::size_t{3} << 20U, 'x'), &map);
  CHECK(endless.codes() == "file_over_bounds");
  std::string many = head;
  for (int n = 0; n < 1000; ++n) many += "bad\n";
  const Kept bad = kept(many, &map);
  CHECK(bad.reading.broken().size() == Reading::most_kept);
  CHECK(bad.reading.breaks() == 1001);
}

TEST_CASE("without a map a separated file is refused, and so is what is no text at all") {
  CHECK(kept(bytes_of("csv_clean.csv")).codes() == "file_unknown_layout");
  const FieldMap map = shop_map();
  for (const char* bytes : {"", "\n\n", "<?xml version=\"1.0\"?><a/>", "{\"a\": 1}", "\xD6\xA7\xB8\xB6,\n"}) {
    CHECK(kept(bytes, &map).codes() == "file_unknown_layout");
  }
}

TEST_CASE("the sign of the currency before an amount changes nothing, with a map as without one") {
  std::istringstream map_in(
      "payonce map 1\ndecimal = point\nzone = +08:00\ndate = yyyy-MM-dd\ncurrency = CNY\ncolumn.time = 时间\n"
      "column.gross = 金额\n");
  const auto map = FieldMap::parse(map_in);
  REQUIRE(map.has_value());
  const Kept file = kept("时间,金额\n2026-08-01,¥28.16\n2026-08-01,￥0.35\n", &*map);
  CHECK(file.codes().empty());
  CHECK(file.net() == "28.51 CNY");
}
