#include "ledger/values/wide.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "ledger/values/utf8.hpp"
#include "ledger/values/wide_ranges.hpp"

using namespace payonce;

TEST_CASE("text is measured in the columns that a terminal gives it") {
  struct Case {
    std::string text;
    std::size_t width;
  };
  const std::vector<Case> cases = {
      {"", 0},
      {"abc", 3},
      {"订单", 4},
      {"订单 ord_42", 11},
      {"，。！", 6},
      {"１００", 6},
      {"ｶﾅ", 2},  // half-width katakana
      {"カナ", 4},
      {"한글", 4},
      {"\u1112\u1161\u11AB", 2},  // the same first syllable in parts
      {"é", 1},
      {"e\u0301", 1},  // e and a combining acute
      {"a\u0300\u0301\u0302", 1},
      {"\u0301", 0},
      {"\u200B\u200D\uFEFF", 0},
      {"✓⚠✖", 3},
      {"😀", 2},
      {"👨\u200D👩\u200D👧", 6},
      {"🇨🇳", 2},
      {"│─┼", 3},
      {"¥€", 2},
      {"￥", 2},
      {"𠀀", 2},  // an ideograph beyond the first plane
      {"a\tb\n", 2},
      {"\x1B[1m", 3},
      {"\xFF", 1},
      {"\xE8\xAE", 1},
      {"a\xC0\xAFz", 4},
  };
  for (const Case& expected : cases) {
    CAPTURE(expected.text);
    CHECK(display_width(expected.text) == expected.width);
  }
}

TEST_CASE("padding counts columns, and what is wider stays as it is") {
  CHECK(pad_right("订单", 6) == "订单  ");
  CHECK(pad_left("订单", 6) == "  订单");
  CHECK(pad_right("订单", 4) == "订单");
  CHECK(pad_left("订单", 3) == "订单");
  CHECK(pad_right("e\u0301", 2) == "e\u0301 ");
  CHECK(pad_left("", 2) == "  ");
}

TEST_CASE("a cut never halves a character and never grows past its width") {
  CHECK(cut("ord_42", 6) == "ord_42");
  CHECK(cut("ord_42", 5) == "ord_…");
  CHECK(cut("订单已支付", 10) == "订单已支付");
  CHECK(cut("订单已支付", 9) == "订单已支…");
  CHECK(cut("订单已支付", 8) == "订单已…");  // a column narrower rather than half a character
  CHECK(cut("订单已支付", 1) == "…");
  CHECK(cut("订单", 0) == "");
  CHECK(cut("abcdef", 4, "..") == "ab..");
  CHECK(cut("abcdef", 1, "..") == "");
  CHECK(cut("ae\u0301xyz", 3) == "ae\u0301…");  // a mark stays with its letter
  for (std::size_t width = 0; width < 12; ++width) {
    CAPTURE(width);
    CHECK(display_width(cut("a订b单c已😀d", width)) <= width);
  }
}

TEST_CASE("text from outside can neither move the cursor nor break a line") {
  CHECK(printable("ord_42 订单") == "ord_42 订单");
  CHECK(printable("a\x1B[2Jb") == "a\uFFFD[2Jb");
  CHECK(printable("a\r\nb\tc") == "a\uFFFD\uFFFDb\uFFFDc");
  CHECK(printable("\u009B31m") == "\uFFFD31m");  // the one-character form of ESC [
  CHECK(printable(std::string("\0\x7F", 2)) == "\uFFFD\uFFFD");
  CHECK(printable("\xFFz") == "\uFFFDz");
  for (const char* const unseen : {"\u202E", "\u202A", "\u2066", "\u2069", "\u200E", "\u200F", "\u061C", "\u200B",
                                   "\u2028", "\u2060", "\uFEFF", "\u00AD", "\U000E0041"}) {
    CAPTURE(unseen);
    CHECK(printable(std::string("a") + unseen + "b") == "a\uFFFDb");
  }
  CHECK(printable("👩\u200D💻") == "👩\u200D💻");
}

TEST_CASE("code points are read as Unicode says, and broken bytes take no neighbour with them") {
  struct Case {
    std::string text;
    char32_t value;
    std::size_t size;
    bool valid;
  };
  const std::vector<Case> cases = {
      {std::string("\0", 1), 0, 1, true},
      {"\x7F", 0x7F, 1, true},
      {"\xC2\x80", 0x80, 2, true},
      {"\xDF\xBF", 0x7FF, 2, true},
      {"\xE0\xA0\x80", 0x800, 3, true},
      {"\xED\x9F\xBF", 0xD7FF, 3, true},
      {"\xEE\x80\x80", 0xE000, 3, true},
      {"\xEF\xBF\xBF", 0xFFFF, 3, true},
      {"\xF0\x90\x80\x80", 0x10000, 4, true},
      {"\xF4\x8F\xBF\xBF", 0x10FFFF, 4, true},
      {"\xC1\xBF", replacement_character, 1, false},
      {"\xE0\x9F\x80", replacement_character, 1, false},
      {"\xF0\x8F\x80\x80", replacement_character, 1, false},
      {"\xF4\x90\x80\x80", replacement_character, 1, false},
      {"\xE8\xAEz", replacement_character, 2, false},
      {"\xF0\x9F\x98", replacement_character, 3, false},
      {"\xBF", replacement_character, 1, false},
  };
  for (const Case& expected : cases) {
    const CodePoint point = code_point_at(expected.text, 0);
    CAPTURE(static_cast<std::uint32_t>(expected.value));
    CAPTURE(expected.size);
    CHECK(point.value == expected.value);
    CHECK(point.size == expected.size);
    CHECK(point.valid == expected.valid);
  }
}

TEST_CASE("the ranges of width rise and never overlap, as their search needs") {
  const auto rising = [](const auto& ranges) {
    for (std::size_t n = 0; n < ranges.size(); ++n) {
      if (ranges[n].first > ranges[n].last) return false;
      if (n > 0 && ranges[n].first <= ranges[n - 1].last) return false;
    }
    return true;
  };
  CHECK(rising(wide_ranges::two_columns));
  CHECK(rising(wide_ranges::no_column));
}
