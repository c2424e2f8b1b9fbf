// Statements of banks in XML and SGML: camt and OFX, one clean of each kind and one for each way it can be broken.

#include "tests/statements/expected.hpp"

using namespace payonce;
using namespace payonce::statements;
using namespace payonce::test;

TEST_CASE("camt statements of old and new versions, with prefixes and in UTF-16, give the same lines") {
  for (const Clean& one : {Clean{"camt053_clean.xml", "camt053", 4, "EUR 357.50 0.00 357.50"},
                           Clean{"camt053_v8.xml", "camt053", 4, "EUR 357.50 0.00 357.50"},
                           Clean{"camt053_prefixed.xml", "camt053", 4, "EUR 357.50 0.00 357.50"},
                           Clean{"camt053_utf16.xml", "camt053", 4, "EUR 357.50 0.00 357.50"},
                           Clean{"camt053_pages.xml", "camt053", 4, "EUR 357.50 0.00 357.50"},
                           Clean{"camt054_clean.xml", "camt054", 2, "EUR 60.00 0.00 60.00"},
                           Clean{"camt052_clean.xml", "camt052", 2, "EUR 60.00 0.00 60.00"}}) {
    check(one);
  }
  const Kept old = kept(bytes_of("camt053_clean.xml"));
  const Kept newer = kept(bytes_of("camt053_v8.xml"));
  for (std::size_t n = 0; n < old.lines.size(); ++n) CHECK(old.lines[n].key == newer.lines[n].key);
  const Line& first = old.lines[0];
  CHECK(first.our_id == "ord_701");
  CHECK(first.channel_id == "B1");
  CHECK(first.counterparty == "A & B GmbH");
  CHECK(first.details == "Order ord_701, thank you");
  CHECK(first.account == "DE89370400440532013000");
  CHECK(first.booked_day->text() == "2026-11-29");
  CHECK(first.raw.starts_with("<Ntry><Amt Ccy=\"EUR\">100.00"));
  CHECK(first.raw.ends_with("</Ntry>"));
  CHECK(old.lines[3].movement == Movement::fee);
  CHECK(old.heads[0].opening->text() == "1000.00");
  CHECK(old.heads[0].closing->text() == "1357.50");
  CHECK(old.heads[0].number == 7);
  CHECK(old.heads[0].stated_lines == 4);
}

TEST_CASE("each camt file with a fault is known for that fault") {
  const std::string totals = "file_control_total file_control_total file_control_total";
  for (const Spoiled& one :
       {Spoiled{"camt053_truncated.xml", "file_truncated", 2, 13},
        Spoiled{"camt053_no_closing.xml", "file_truncated", 4, 4},
        Spoiled{"camt053_page_missing.xml", "file_truncated", 2, 1},
        Spoiled{"camt053_balance_chain.xml", "file_balance_chain", 3, 4},
        Spoiled{"camt053_control_total.xml", totals.c_str(), 4, 4},
        Spoiled{"camt053_batch_total.xml", "file_control_total file_control_total", 1, 9},
        Spoiled{"camt053_rows_outside_period.xml", "file_rows_outside_period", 4, 12},
        Spoiled{"camt053_mixed_currency.xml", "file_mixed_currency", 2, 10},
        Spoiled{"camt053_corrupted.xml", "file_corrupted file_corrupted file_corrupted file_corrupted", 1, 9},
        Spoiled{"camt053_missing_day.xml", "file_missing_day", 5, 17}}) {
    check(one);
  }
}

TEST_CASE("entries that are pending move nothing, a batch counts once, and its charges are its fee") {
  const Kept clean = kept(bytes_of("camt053_clean.xml"));
  for (const Line& line : clean.lines) CHECK(line.status == "BOOK");
  CHECK(clean.lines[2].net.text() == "300.00");
  CHECK(clean.lines[2].our_id.empty());
  check(Clean{"camt053_charges.xml", "camt053", 1, "EUR 300.00 3.00 297.00"});
}

TEST_CASE("a reversal goes the way the balances say, whichever mark its bank writes") {
  for (const char* file : {"camt053_reversal.xml", "camt053_reversal_other_mark.xml"}) {
    CAPTURE(file);
    const Kept statement = kept(bytes_of(file));
    CHECK(statement.codes().empty());
    REQUIRE(statement.lines.size() == 3);
    CHECK(statement.lines[0].net.text() == "-30.00");
    CHECK(statement.lines[1].net.text() == "30.00");
    CHECK(statement.lines[2].net.text() == "-8.00");
    CHECK(statement.lines[1].reversal);
  }
}

TEST_CASE("statements of two accounts in one file do not mix") {
  const Kept file = kept(bytes_of("camt053_two_accounts.xml"));
  CHECK(file.codes().empty());
  REQUIRE(file.heads.size() == 2);
  CHECK(file.heads[1].account == "JP01");
  CHECK(file.lines[4].net.text() == "-7");
}

TEST_CASE("a DOCTYPE ends the reading before any entity could be expanded or fetched") {
  const Kept file = kept(bytes_of("camt053_doctype.xml"));
  CHECK(file.codes() == "file_unknown_layout");
  CHECK(file.lines.empty());
}

TEST_CASE("XML that is too deep, or has a token without end, is refused before memory is used up") {
  std::string deep = "<Document><BkToCstmrStmt>";
  for (int n = 0; n < 1000; ++n) deep += "<a>";
  CHECK(kept(deep).codes() == "file_over_bounds");
  const std::string whole = bytes_of("camt053_clean.xml");
  const std::string begun = whole.substr(0, whole.find("<Stmt>"));
  CHECK(kept(begun + "<!-- " + std::string(std::size_t{3} << 20U, 'x')).codes() == "file_over_bounds");
  const Kept attribute = kept(begun + "<a b=\"" + std::string(std::size_t{3} << 20U, 'x'));
  CHECK(attribute.codes() == "file_over_bounds");
}

TEST_CASE("a long batch is read in bounded memory: its bytes are cut, its sum is not") {
  std::string details;
  for (int n = 0; n < 5000; ++n)
    details += "<TxDtls><Refs><EndToEndId>e</EndToEndId></Refs><Amt Ccy=\"EUR\">1.00</Amt></TxDtls>";
  std::string file = bytes_of("camt053_charges.xml");
  const std::size_t from = file.find("<Chrgs>");
  file.erase(from, file.find("</Chrgs>") + 8 - from);
  const std::size_t begin = file.find("<NtryDtls>") + 10;
  file.replace(begin, file.find("</NtryDtls>") - begin, details);
  for (std::size_t at = file.find("297.00"); at != std::string::npos; at = file.find("297.00"))
    file.replace(at, 6, "5000.00");
  const Kept statement = kept(file);
  CHECK(statement.codes().empty());
  CHECK(statement.net() == "5000.00 EUR");
  CHECK(statement.lines[0].raw.size() == 65536);
}

TEST_CASE("OFX 1 and 2 give the same lines, in one line or in many and with a header that lies") {
  for (const Clean& one : {Clean{"ofx1_clean.ofx", "ofx", 3, "EUR 57.00 0.00 57.00"},
                           Clean{"ofx1_one_line.ofx", "ofx", 3, "EUR 57.00 0.00 57.00"},
                           Clean{"ofx2_clean.ofx", "ofx", 3, "EUR 57.00 0.00 57.00"},
                           Clean{"ofx2_card.ofx", "ofx", 2, "EUR 59.50 0.00 59.50"}}) {
    check(one);
  }
  const Kept old = kept(bytes_of("ofx1_clean.ofx"));
  CHECK(old.lines[0].at->text() == "2026-11-29 10:20:30");
  CHECK(old.lines[0].counterparty == "A & B");
  CHECK(old.lines[1].counterparty == "Café");
  CHECK(old.lines[1].net.text() == "-40.50");
  CHECK(old.lines[1].channel_id == "F2");
  CHECK(old.lines[2].movement == Movement::fee);
  CHECK(old.lines[1].raw.starts_with("<STMTTRN>"));
  CHECK(old.lines[1].raw.ends_with("</STMTTRN>"));
  CHECK(old.heads[0].account == "37040044/0532013000");
  CHECK(old.heads[0].closing->text() == "557.00");
  CHECK(old.heads[0].zone == "-05:00");
  const Kept line = kept(bytes_of("ofx1_one_line.ofx"));
  for (std::size_t n = 0; n < old.lines.size(); ++n) CHECK(old.lines[n].key == line.lines[n].key);
  CHECK(kept(bytes_of("ofx2_clean.ofx")).lines[1].counterparty == "Café");
}

TEST_CASE("the mark of an OFX amount is read where it is clear and refused where it is not") {
  const std::string whole = bytes_of("ofx1_one_line.ofx");
  const auto net = [&](const std::string& amount) {
    std::string file = whole;
    file.replace(file.find("+100.00"), 7, amount);
    const Kept read = kept(file);
    return read.reading.trusted() ? read.lines[0].net.text() : "refused";
  };
  CHECK(net("1.234,56") == "1234.56");
  CHECK(net("1,234.56") == "1234.56");
  CHECK(net("-0,5") == "-0.50");
  CHECK(net("1,000") == "refused");
  CHECK(net("1.23.4,5") == "refused");
  CHECK(net("1e3") == "refused");
}

TEST_CASE("each OFX file with a fault is known for that fault") {
  for (const Spoiled& one :
       {Spoiled{"ofx1_truncated.ofx", "file_truncated", 3, 1},
        Spoiled{"ofx1_corrupted.ofx", "file_corrupted file_corrupted", 1, 16},
        Spoiled{"ofx1_rows_outside_period.ofx", "file_rows_outside_period", 4, 40},
        Spoiled{"ofx1_mixed_currency.ofx", "file_mixed_currency", 2, 24},
        Spoiled{"ofx2_truncated.ofx", "file_truncated", 3, 8}, Spoiled{"ofx2_corrupted.ofx", "file_corrupted", 2, 5},
        Spoiled{"ofx2_rows_outside_period.ofx", "file_rows_outside_period", 3, 5}}) {
    check(one);
  }
}

TEST_CASE("a bank's own ids repeat, so that equal lines are told by their count and others by their content") {
  const Kept file = kept(bytes_of("ofx1_repeated_ids.ofx"));
  CHECK(file.codes().empty());
  REQUIRE(file.lines.size() == 4);
  CHECK(file.lines[0].key == file.lines[1].key);
  CHECK(file.lines[0].key != file.lines[2].key);
  CHECK(file.lines[3].movement == Movement::unidentified);
  CHECK(file.lines[3].parent_id == "F0");
  CHECK(file.lines[3].reversal);
}

TEST_CASE("wherever a camt or OFX file is cut, it is not trusted") {
  for (const char* name : {"camt053_clean.xml", "ofx1_clean.ofx", "ofx2_clean.ofx"}) {
    const std::string whole = bytes_of(name);
    for (std::size_t size = 0; size + 12 < whole.size(); size += 13) {
      CAPTURE(name);
      CAPTURE(size);
      CHECK_FALSE(kept(whole.substr(0, size)).reading.trusted());
    }
  }
}
