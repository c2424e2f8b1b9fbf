// Charsets of bills: told by the bytes, converted while they are read, and never silently wrong.

#include "ledger/statements/bytes/charset.hpp"

#include <doctest/doctest.h>
#include <iconv.h>

#include <sstream>

#include "tests/statements/files.hpp"

using namespace payonce;
using namespace payonce::statements;
using namespace payonce::test;

namespace {

std::string written_in(const char* charset, std::string text) {
  iconv_t descriptor = iconv_open(charset, "UTF-8");
  std::string out(text.size() * 4 + 16, '\0');
  char* in = text.data();
  char* to = out.data();
  std::size_t in_left = text.size();
  std::size_t out_left = out.size();
  REQUIRE(iconv(descriptor, &in, &in_left, &to, &out_left) != static_cast<std::size_t>(-1));
  iconv_close(descriptor);
  out.resize(out.size() - out_left);
  return out;
}

struct Read {
  std::string text;
  std::optional<std::uint64_t> bad_line;
};

Read read(const std::string& bytes, Charset charset) {
  std::istringstream in(bytes);
  Utf8Buffer buffer(*in.rdbuf(), charset);
  std::string text{std::istreambuf_iterator<char>(&buffer), {}};
  return {std::move(text), buffer.first_bad_line()};
}

}  // namespace

TEST_CASE("text is the same however its characters fall on the blocks it is read in") {
  std::string text;
  for (int n = 0; n < 9000; ++n) text += n % 3 == 0 ? "茶" : n % 3 == 1 ? "a" : "𠀀\n";
  for (int shift = 0; shift < 4; ++shift) {
    const std::string shifted = std::string(static_cast<std::size_t>(shift), 'x') + text;
    for (const auto& [name, charset] : {std::pair{"GB18030", Charset::gb18030},
                                        {"UTF-16LE", Charset::utf16_little},
                                        {"UTF-16BE", Charset::utf16_big}}) {
      CAPTURE(name);
      const Read got = read(written_in(name, shifted), charset);
      CHECK(got.text == shifted);
      CHECK_FALSE(got.bad_line);
    }
  }
}

TEST_CASE("bytes that cannot be of the charset are marked, with the line of the first") {
  const Read got = read(
      "a\nb\xFF"
      "c\n\xFF"
      "d",
      Charset::gb18030);
  CHECK(got.text ==
        "a\nb\xEF\xBF\xBD"
        "c\n\xEF\xBF\xBD"
        "d");
  CHECK(got.bad_line == 2);
  CHECK(read("a\xB2", Charset::gb18030).bad_line == 1);
  CHECK(read(std::string("a\0b", 3), Charset::utf16_little).bad_line == 1);
}

TEST_CASE("a charset is told by its mark, by being UTF-8, or by being able to be GB18030") {
  CHECK(charset_of("\xFF\xFE"
                   "a") == Charset::utf16_little);
  CHECK(charset_of("\xFE\xFF") == Charset::utf16_big);
  CHECK(charset_of("茶") == Charset::utf8);
  CHECK(charset_of(std::string("茶").substr(0, 2)) == Charset::utf8);
  CHECK(charset_of(written_in("GB18030", "支付宝")) == Charset::gb18030);
  CHECK_FALSE(
      charset_of("abc\xFF\xFF\xFF"
                 "abc"));
}

TEST_CASE("a bill is read in UTF-16 and GB18030 as in UTF-8, and one bad byte costs it its trust") {
  const std::string utf8 = bytes_of("wechat_trade_no_last_newline.csv");
  const Kept plain = kept(utf8);
  const std::string gb = written_in("GB18030", utf8);
  for (const std::string& bytes :
       {"\xFF\xFE" + written_in("UTF-16LE", utf8), "\xFE\xFF" + written_in("UTF-16BE", utf8), gb}) {
    const Kept bill = kept(bytes);
    CHECK(bill.codes().empty());
    REQUIRE(bill.lines.size() == plain.lines.size());
    for (std::size_t n = 0; n < plain.lines.size(); ++n) CHECK(bill.lines[n].raw == plain.lines[n].raw);
  }
  std::string long_bill = gb.substr(0, gb.rfind("`5.0"));
  const std::string row = gb.substr(gb.find('\n') + 1, gb.find('\n', gb.find('\n') + 1) - gb.find('\n'));
  const std::size_t summary = long_bill.rfind('\n', long_bill.size() - 2) + 1;
  std::string rows;
  while (rows.size() < enough_to_detect) rows += row;
  long_bill.insert(summary, rows + "\xFF\n");
  const Kept bad = kept(long_bill);
  CHECK(bad.reading.format == Format::wechat_trade);
  CHECK_FALSE(bad.reading.trusted());
  CHECK(bad.codes().ends_with("file_corrupted"));
}

TEST_CASE("a map may name the charset of its files") {
  std::istringstream in(
      "payonce map 1\ncharset = windows-1252\ndecimal = comma\nzone = UTC\ndate = d.M.yyyy\ncurrency = EUR\n"
      "separator = semicolon\ncolumn.gross = Betrag\ncolumn.time = Tag\ncolumn.details = Straße\n");
  const auto map = FieldMap::parse(in);
  REQUIRE(map);
  const Kept file = kept(written_in("WINDOWS-1252", "Tag;Betrag;Straße\n3.8.2026;-3,00;Köln\n"), &*map);
  CHECK(file.codes().empty());
  CHECK(file.lines[0].details == "Köln");
}
