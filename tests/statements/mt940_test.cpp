// MT940: statements, pages, signs and years, and one break a file.

#include <doctest/doctest.h>

#include "ledger/statements/mt940_fields.hpp"
#include "tests/statements/files.hpp"

using namespace payonce;
using namespace payonce::statements;
using namespace payonce::test;

TEST_CASE("two statements, the first of two pages, give every line with its sign and its text") {
  const Kept file = kept(bytes_of("mt940_clean.sta"));
  CHECK(file.codes().empty());
  CHECK(file.reading.format == Format::mt940);
  CHECK(file.reading.statements == 2);
  REQUIRE(file.lines.size() == 5);
  CHECK(file.net() == "-1000.00 EUR");
  REQUIRE(file.heads.size() == 2);
  CHECK(file.heads[0].pages == 2);
  CHECK(file.heads[0].lines == 4);
  CHECK(file.heads[0].opening->text() == "1000.00");
  CHECK(file.heads[0].closing->text() == "1171.00");
  CHECK(file.heads[1].number == 1);
  const Line& transfer = file.lines[0];
  CHECK(transfer.net.text() == "250.50");
  CHECK(transfer.our_id == "ord_1");
  CHECK(transfer.channel_id == "BANK0001");
  CHECK(transfer.kind == "NTRF");
  CHECK(transfer.details == "EREF of a transfer Invoice 4711 and a word that is wrapped");
  CHECK(transfer.counterparty == "Meierhofer");
  CHECK(transfer.account == "DE0212345678");
  CHECK(transfer.raw.starts_with(":61:2612311231C250,5NTRFord_1//BANK0001\n"));
  CHECK(file.lines[1].movement == Movement::fee);
  CHECK(file.lines[1].our_id.empty());
  CHECK(file.lines[1].booked_day->text() == "2027-01-02");
  CHECK(file.lines[2].net.text() == "-50.00");
  CHECK(file.lines[2].reversal);
  CHECK_FALSE(file.lines[2].booked_day);
  CHECK(file.lines[3].net.text() == "0.50");
  CHECK(file.lines[3].reversal);
  CHECK(file.lines[3].key == "mt940:DE89370400440532013000:2026-12-30:245:4");
  CHECK(file.lines[4].details == "everything goes out, and this line is long enough to be wrapped inside a word");
}

TEST_CASE("blocks around a message, CRLF and a missing last line end change nothing") {
  const Kept file = kept(bytes_of("mt940_blocks.sta"));
  CHECK(file.codes().empty());
  CHECK(file.lines.size() == 1);
  CHECK(file.net() == "-1171.00 EUR");
}

TEST_CASE("each MT940 file with a fault is known for that fault") {
  struct Case {
    const char* file;
    const char* codes;
    std::size_t lines;
  };
  for (const Case& one :
       {Case{"mt940_truncated.sta", "file_truncated", 4}, Case{"mt940_page_missing.sta", "file_truncated", 5},
        Case{"mt940_balance_chain.sta", "file_balance_chain", 5}, Case{"mt940_missing_day.sta", "file_missing_day", 2},
        Case{"mt940_corrupted.sta", "file_corrupted file_balance_chain", 4},
        Case{"mt940_mixed_currency.sta", "file_mixed_currency", 1}}) {
    CAPTURE(one.file);
    const Kept file = kept(bytes_of(one.file));
    CHECK(file.codes() == one.codes);
    CHECK(file.lines.size() == one.lines);
  }
}

TEST_CASE("wherever one statement is cut before its closing balance, it is not trusted") {
  const std::string whole = bytes_of("mt940_blocks.sta");
  for (std::size_t size = 0; size < whole.find("EUR0,00"); ++size) {
    CAPTURE(size);
    CHECK_FALSE(kept(whole.substr(0, size)).reading.trusted());
  }
}

TEST_CASE("the year of an entry is the one nearest to its value date") {
  const auto entry = [](const char* mmdd, Day value) { return mt940::entry_day(mmdd, value)->text(); };
  CHECK(entry("0102", {2026, 12, 31}) == "2027-01-02");
  CHECK(entry("1231", {2027, 1, 2}) == "2026-12-31");
  CHECK(entry("0229", {2028, 3, 1}) == "2028-02-29");
  CHECK(entry("0701", {2026, 6, 30}) == "2026-07-01");
  CHECK_FALSE(mt940::entry_day("1332", {2026, 6, 30}));
}

TEST_CASE("the mark and the funds letter are told apart") {
  const Currency eur = Currency::parse("currency", "EUR").value();
  const auto net = [&](const char* text) {
    const auto line = mt940::line_of({.tag = "61", .text = text, .raw = text, .line = 1}, eur);
    return line ? line->net.text() : "refused";
  };
  CHECK(net("261231CR12,00NTRFx") == "12.00");
  CHECK(net("261231DR12,00NTRFx") == "-12.00");
  CHECK(net("261231RCR12,00NTRFx") == "-12.00");
  CHECK(net("261231RD300,NTRFx") == "300.00");
  for (const char* text :
       {"", "261231", "261331C1,00NTRFx", "261231X1,00NTRFx", "261231C1.00NTRFx", "261231C1,00", "261231CNTRFx"}) {
    CAPTURE(text);
    CHECK(net(text) == "refused");
  }
}

TEST_CASE("a field without end is refused before memory is used up") {
  const std::string begun = ":20:a\n:25:b\n:28C:1/1\n:60F:C261230EUR1,00\n";
  CHECK(kept(begun + ":86:" + std::string(1U << 20U, 'x')).codes() == "file_over_bounds");
  std::string lines = begun + ":86:";
  for (int n = 0; n < 100000; ++n) lines += "x\n";
  CHECK(kept(lines).codes() == "file_over_bounds");
}

TEST_CASE("a line that the balance cannot hold is neither counted nor given") {
  const Kept file = kept(":20:a\n:25:b\n:28C:1/1\n:60F:C261230EUR999999999999999,00\n:61:261231D0,123456789NTRFx\n-\n");
  CHECK(file.codes() == "file_over_bounds");
  CHECK(file.lines.empty());
  CHECK(file.reading.lines == 0);
}

TEST_CASE("a word that says there is no reference is no number that two lines share") {
  const Kept file = kept(
      ":20:REF\n:25:123\n:28C:1/1\n:60F:C260801CHF0,\n:61:2608010801C1,FMSCNONREF//NONREF\nfirst\n"
      ":61:2608010801C2,FMSC77//NONREF\nsecond\n:62F:C260801CHF3,\n-\n");
  CHECK(file.codes().empty());
  REQUIRE(file.lines.size() == 2);
  CHECK(file.lines[0].channel_id.empty());
  CHECK(file.lines[1].channel_id.empty());
  CHECK(file.lines[0].our_id.empty());
  CHECK(file.lines[1].our_id == "77");
}
