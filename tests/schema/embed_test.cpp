// What the SQL embedder reads and what it refuses. It runs before anything else of payonce is compiled, so its tests read
// texts and no files.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "schema/embed/block.hpp"
#include "schema/embed/headers.hpp"
#include "schema/embed/scan.hpp"
#include "schema/embed/source.hpp"

using namespace payonce::embed;
using Names = std::vector<std::string>;

namespace {

std::vector<Block> blocks_of(const std::string& text) { return read_blocks(source_of("room.sql", text)); }

Names parameters_of(const std::string& sql) { return blocks_of("-- name: one\n" + sql).at(0).parameters; }

// The complaint about a file, "" where there is none.
template <class Read>
std::string complaint(Read&& read) {
  try {
    read();
    return "";
  } catch (const Refused& refused) {
    return refused.what();
  }
}

struct Bad {
  std::string text;
  std::string complaint;
};

}  // namespace

TEST_CASE("a block is its name, the sentences above it, and its SQL to the byte") {
  const auto blocks = blocks_of(
      "-- About the whole file.\n\n-- name: advance\n-- One step,\n-- or nothing.\nUPDATE t\n  SET a = :to;  -- "
      "why\n\n\n"
      "-- name: all\nSELECT 'é \"x\"' FROM t\n");
  REQUIRE(blocks.size() == 2);
  CHECK(blocks[0].name == "advance");
  CHECK(blocks[0].why == "One step, or nothing.");
  CHECK(blocks[0].sql == "UPDATE t\n  SET a = :to;  -- why");
  CHECK(blocks[1].name == "all");
  CHECK(blocks[1].why.empty());
  CHECK(blocks[1].sql == "SELECT 'é \"x\"' FROM t");
}

TEST_CASE("parameters come once each, in the order in which SQLite numbers them") {
  CHECK(parameters_of("SELECT :b, :a, :b, :c_2") == Names{"b", "a", "c_2"});
  CHECK(parameters_of("SELECT 1").empty());
  CHECK(parameters_of("SELECT a->>':x', b||:y") == Names{"y"});
}

TEST_CASE("what only looks like a parameter is none") {
  CHECK(parameters_of("SELECT ':a', 'it''s :b', \":c\", [:d], `:e` -- :f\n, /* :g\n ? */ :h") == Names{"h"});
  CHECK(parameters_of("SELECT 'a?b$c@d', x$y FROM t").empty());
}

TEST_CASE("a file that would mislead is refused with its file and line") {
  const std::vector<Bad> cases{
      {"SELECT 1;\n", "room.sql:1: SQL without a '-- name: …' above it"},
      {"-- name: a\nSELECT 1;\n-- name: a\nSELECT 2;\n", "room.sql:3: the name 'a' is there already"},
      {"-- name: a\n\n-- name: b\nSELECT 2;\n", "room.sql:1: 'a' has no SQL"},
      {"-- name:\nSELECT 1;\n", "room.sql:1: a name C++ cannot spell: ''"},
      {"-- name: delete\nSELECT 1;\n", "room.sql:1: a name C++ cannot spell: 'delete'"},
      {"-- name: two words\nSELECT 1;\n", "room.sql:1: a name C++ cannot spell: 'two words'"},
      {"-- name: a\nSELECT\n  ?;\n", "room.sql:3: a parameter without a name: '?'"},
      {"-- name: a\nSELECT ?1;\n", "room.sql:2: a parameter without a name: '?'"},
      {"-- name: a\nSELECT @x;\n", "room.sql:2: a parameter is written :name, not @name"},
      {"-- name: a\nSELECT $x;\n", "room.sql:2: a parameter is written :name, not $name"},
      {"-- name: a\nSELECT :1;\n", "room.sql:2: a parameter C++ cannot spell: ':1'"},
      {"-- name: a\nSELECT :new;\n", "room.sql:2: a parameter C++ cannot spell: ':new'"},
      {"-- name: a\nSELECT :a;\n", "room.sql:1: 'a' has a parameter of its own name"},
      {"-- name: a\nSELECT 1;\nDELETE FROM t;\n",
       "room.sql:3: a second statement after ';'; SQLite would run only the first"},
      {"-- name: a\nSELECT 'open;\n", "room.sql:2: a text literal is not closed"},
      {"-- name: a\nSELECT 1 /* open\n", "room.sql:2: a comment is not closed"},
      {"-- name: a\r\nSELECT 1;\r\n", "room.sql:1: a CR character; lines end in LF alone"},
      {"-- name: a\nSELECT 1;\r\n", "room.sql:2: a CR character; lines end in LF alone"},
  };
  for (const Bad& bad : cases) {
    CAPTURE(bad.text);
    CHECK(complaint([&] { (void)blocks_of(bad.text); }) == bad.complaint);
  }
}

TEST_CASE("a law says in both languages what holds, and takes no parameters") {
  const Law law = read_law(
      source_of("books_balance.sql",
                "-- en: Books balance.\n-- zh: 账平。\n-- finds: open business\n-- Because.\n-- So.\nSELECT 1;\n"));
  CHECK(law.name == "books_balance");
  CHECK(law.en == "Books balance.");
  CHECK(law.zh == "账平。");
  CHECK(law.why == "Because. So.");
  CHECK(law.sql == "SELECT 1;");
  CHECK(law.of_business);
  CHECK_FALSE(read_law(source_of("a.sql", "-- en: A.\n-- zh: 甲。\n-- finds: damage\nSELECT 1;\n")).of_business);

  const std::vector<Bad> cases{
      {"-- en: A.\nSELECT 1;\n", "law.sql:1: a law says what holds in Chinese: '-- zh: …'"},
      {"-- zh: 甲。\nSELECT 1;\n", "law.sql:1: a law says what holds in English: '-- en: …'"},
      {"-- en: A.\n-- en: B.\n-- zh: 甲。\nSELECT 1;\n", "law.sql:2: a sentence of this language is there already"},
      {"-- en: A.\n-- zh: 甲。\nSELECT 1;\n",
       "law.sql:1: a law says what it finds: '-- finds: damage' or '-- finds: open business'"},
      {"-- en: A.\n-- zh: 甲。\n-- finds: something\nSELECT 1;\n",
       "law.sql:1: a law says what it finds: '-- finds: damage' or '-- finds: open business'"},
      {"-- en: A.\n-- zh: 甲。\n-- finds: damage\n", "law.sql:1: a law without a query"},
      {"-- en: A.\n-- zh: 甲。\n-- finds: damage\nSELECT :x;\n",
       "law.sql:4: a law takes no parameters; unbound they would be NULL, and it would hold"},
  };
  for (const Bad& bad : cases) {
    CAPTURE(bad.text);
    CHECK(complaint([&] { (void)read_law(source_of("law.sql", bad.text)); }) == bad.complaint);
  }
}

TEST_CASE("migrations are numbered from one without gaps") {
  const auto steps = read_steps({source_of("0001_ledger.sql", "A"), source_of("0002_more.sql", "B")});
  REQUIRE(steps.size() == 2);
  CHECK(steps[1].version == 2);
  CHECK(steps[1].name == "more");
  CHECK(steps[1].text == "B");
  CHECK(complaint([] { (void)read_steps({source_of("0002_more.sql", "B")}); }) ==
        "0002_more.sql:1: migrations are numbered without gaps: 1 is due");
  CHECK(complaint([] {
          (void)read_steps({source_of("0001_a.sql", ""), source_of("0001_b.sql", "")});
        }) == "0001_b.sql:1: migrations are numbered without gaps: 2 is due");
  CHECK(complaint([] { (void)read_steps({source_of("more.sql", "B")}); }) ==
        "more.sql:1: a migration is named NNNN_name.sql");
}

TEST_CASE("two comes before ten, with or without zeros in front") {
  CHECK(natural_less("2_b", "10_a"));
  CHECK(natural_less("0002_b", "10_a"));
  CHECK_FALSE(natural_less("10_a", "2_b"));
  CHECK(natural_less("a", "b"));
  CHECK(natural_less("a", "a1"));
  CHECK_FALSE(natural_less("a", "a"));
}

TEST_CASE("a literal ends where its text ends, whatever the text holds") {
  CHECK(raw_literal("x") == "R\"sql(x)sql\"");
  CHECK(raw_literal("a)sql\"b)sqlx\"c") == "R\"sqlxx(a)sql\"b)sqlx\"c)sqlxx\"");
}

TEST_CASE("statements are numbered on from file to file") {
  const std::vector<QueryFile> files{{"orders", blocks_of("-- name: a\nSELECT 1\n-- name: b\nSELECT 2\n"), 0},
                                     {"voucher", blocks_of("-- name: c\nSELECT :x\n"), 2}};
  CHECK(query_header(files[0]).find("sql{1, \"orders.b\"") != std::string::npos);
  CHECK(query_header(files[1]).find("sql{2, \"voucher.c\"") != std::string::npos);
  CHECK(query_header(files[1]).find("binder(1, this->x);") != std::string::npos);
  CHECK(statements_header(files).find("statement_count = 3;") != std::string::npos);
}
