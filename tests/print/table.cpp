#include "app/print/table.hpp"

#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "ledger/values/invariant.hpp"
#include "ledger/values/wide.hpp"

using namespace payonce;

namespace {

Table trial_balance() {
  Table table({{"account"}, {"balance", Align::right}, {"laws"}});
  table.row({"1100 银行", "100.00", {"clean", Tone::ok}})
      .row({"2100 预收货款", "-5.5", {"3 findings", Tone::bad}})
      .rule()
      .row({"total", "94.50", ""});
  return table;
}

}  // namespace

TEST_CASE("on a narrow screen the last column is cut, and never to nothing") {
  const auto drawn = [](std::size_t width) {
    Table table({{"law"}, {"what must hold"}});
    table.row({"balanced", "debits and credits of each voucher are equal"}).fit(width);
    return table.text(Painter());
  };
  CHECK(drawn(0).find("…") == std::string::npos);
  CHECK(drawn(40) ==
        "law       what must hold\n"
        "--------  ------------------------------\n"
        "balanced  debits and credits of each vo…\n");
  CHECK(drawn(200) == drawn(0));
  CHECK(drawn(3).find("debits and credits") != std::string::npos);
}

TEST_CASE("columns stand in line on the screen, Chinese and English, left and right") {
  CHECK(trial_balance().text(Painter()) ==
        "account        balance  laws\n"
        "-------------  -------  ------------\n"
        "1100 银行       100.00  ✓ clean\n"
        "2100 预收货款     -5.5  ✖ 3 findings\n"
        "-------------  -------  ------------\n"
        "total            94.50\n");
}

TEST_CASE("the same table in box lines") {
  CHECK(trial_balance().text(Painter(), Lines::box) ==
        "account       │ balance │ laws\n"
        "──────────────┼─────────┼─────────────\n"
        "1100 银行     │  100.00 │ ✓ clean\n"
        "2100 预收货款 │    -5.5 │ ✖ 3 findings\n"
        "──────────────┼─────────┼─────────────\n"
        "total         │   94.50 │\n");
}

TEST_CASE("colour changes no column") {
  const std::string plain = trial_balance().text(Painter());
  std::string painted = trial_balance().text(Painter(true));
  CHECK(painted.find("\x1B[32m✓ clean\x1B[0m\n") != std::string::npos);
  for (const std::string code : {"\x1B[32m", "\x1B[31m", "\x1B[0m"}) {
    for (std::size_t at = painted.find(code); at != std::string::npos; at = painted.find(code)) {
      painted.erase(at, code.size());
    }
  }
  CHECK(painted == plain);
}

TEST_CASE("no line ends in a space and every rule is as wide as the widest row") {
  for (const Lines lines : {Lines::ascii, Lines::box}) {
    std::istringstream text(trial_balance().text(Painter(), lines));
    std::size_t widest = 0;
    std::size_t rule = 0;
    for (std::string line; std::getline(text, line);) {
      CAPTURE(line);
      REQUIRE_FALSE(line.empty());
      CHECK(line.back() != ' ');
      widest = std::max(widest, display_width(line));
      if (line.find("---") == 0 || line.find("───") == 0) rule = display_width(line);
    }
    CHECK(rule == widest);
  }
}

TEST_CASE("a cell longer than its column may be is cut between characters") {
  Table table({{"memo", Align::left, 8}, {"n", Align::right}});
  table.row({"退款退款退款", "1"}).row({"12345678", "2"}).row({{"abcdefgh", Tone::warn}, "3"});
  CHECK(table.text(Painter()) ==
        "memo      n\n"
        "--------  -\n"
        "退款退…   1\n"
        "12345678  2\n"
        "⚠ abcde…  3\n");
}

TEST_CASE("a value from outside can neither move the cursor nor break a row") {
  Table table({{"ref"}, {"n"}});
  table.row({"a\x1B[2J\nb\t\xFF", "1"});
  CHECK(table.text(Painter(true)) ==
        "ref        n\n"
        "---------  -\n"
        "a\uFFFD[2J\uFFFDb\uFFFD\uFFFD  1\n");
}

TEST_CASE("a table without rows is its header, and rules are not doubled") {
  Table table({{"order"}, {"outcome"}});
  CHECK(table.empty());
  table.rule();
  CHECK(table.text(Painter()) == "order  outcome\n-----  -------\n");
  table.row({"ord_1", "paid"}).rule().rule().row({"ord_2", "paid"});
  CHECK(table.text(Painter()) ==
        "order  outcome\n"
        "-----  -------\n"
        "ord_1  paid\n"
        "-----  -------\n"
        "ord_2  paid\n");
}

TEST_CASE("a row with a cell too few or too many is our own mistake") {
  Table table({{"order"}, {"outcome"}});
  CHECK_THROWS_AS(table.row({"ord_1"}), Broken);
  CHECK_THROWS_AS(table.row({"ord_1", "paid", "more"}), Broken);
  CHECK_THROWS_AS(Table({}), Broken);
}
