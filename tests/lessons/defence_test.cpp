#include "scenarios/lessons/defence.hpp"

#include <doctest/doctest.h>

#include <set>

#include "tests/laboratory/experiments.hpp"

namespace payonce::lessons {
namespace {

using laboratory::Cell;
using laboratory::MatrixRow;

/// A row whose cells are as told: no schedule is played. `safe` says which masks of K W S V leak nothing.
MatrixRow row_of(const script::Story& story, const std::function<bool(unsigned)>& safe, bool all_found = false) {
  MatrixRow row{.story = &story, .cells = {}, .guards = {}};
  for (const laboratory::LayerSet& set : laboratory::every_layer_set(false)) {
    Cell cell{.layers = set, .tally = {}};
    cell.answer = safe(set.mask()) ? Cell::Answer::safe : Cell::Answer::leaks;
    cell.all_found = all_found && cell.answer == Cell::Answer::leaks;
    row.cells.push_back(cell);
  }
  row.guards = laboratory::guards_of(row.cells);
  return row;
}

std::vector<Good> goods() {
  return {{'K', {}, 4}, {'W', {}, 2}, {'S', {}, 1}, {'V', {}, 1}, {'X', {}, 1}, {'R', {}, 1}};
}

const script::Story& story() {
  static const script::Story one = test::double_click("k2");
  return one;
}

constexpr unsigned k = 1, w = 2, s = 4, v = 8;

}  // namespace

TEST_CASE("the cheapest defence is found among all, also where a smaller set costs more") {
  // K alone, or S and V together.
  const std::vector<MatrixRow> rows = {
      row_of(story(), [](unsigned mask) { return (mask & k) != 0 || (mask & (s | v)) == (s | v); })};
  const Defence defence(rows, goods());
  CHECK(laboratory::spelled(rows.front().guards) == "K | S+V");
  CHECK(defence.cheapest() == std::vector<std::string>{"SV"});
  CHECK(defence.hopeless().empty());
}

TEST_CASE("what is unknown settles nothing, is no proof that nothing does, and hides what is cheapest") {
  std::vector<MatrixRow> rows = {row_of(story(), [](unsigned mask) { return (mask & k) != 0; })};
  for (Cell& cell : rows.front().cells) {
    if (cell.layers.mask() == s) cell.answer = Cell::Answer::unknown;
  }
  Defence defence(rows, goods());
  CHECK(defence.uncertain().size() == 1);
  CHECK(defence.cheapest() == std::vector<std::string>{"K"});
  CHECK_FALSE(defence.cheapest_known());  // S alone might do, and costs less
  CHECK_FALSE(defence.buy("S"));
  CHECK_FALSE(defence.settled());
  CHECK_FALSE(defence.standings().front().known);
  CHECK_FALSE(defence.buy("K"));
  CHECK(defence.settled());

  for (Cell& cell : rows.front().cells) cell.answer = Cell::Answer::unknown;
  Defence nothing(rows, goods());
  CHECK(nothing.hopeless().empty());
  CHECK(nothing.cheapest().empty());
  CHECK_FALSE(nothing.cheapest_known());
}

TEST_CASE("one defence has to do for all experiments, and what it holds beyond need is named") {
  const std::vector<MatrixRow> rows = {row_of(story(), [](unsigned mask) { return (mask & (s | v)) != 0; }),
                                       row_of(story(), [](unsigned mask) { return (mask & w) != 0; })};
  Defence defence(rows, goods());
  CHECK(defence.cheapest() == std::vector<std::string>{"WS", "WV"});
  CHECK_FALSE(defence.settled());
  CHECK_FALSE(defence.buy("k"));
  CHECK_FALSE(defence.buy("V"));
  CHECK_FALSE(defence.settled());
  CHECK(defence.standings().front().settled);
  CHECK_FALSE(defence.standings().back().settled);
  CHECK_FALSE(defence.buy("w"));
  CHECK(defence.settled());
  CHECK(defence.bought() == "KVW");
  CHECK(defence.paid() == 7);
  CHECK(defence.surplus() == "K");
}

TEST_CASE("what is not for sale, or was bought, is refused and nothing has changed") {
  const std::vector<MatrixRow> rows = {row_of(story(), [](unsigned mask) { return (mask & s) != 0; })};
  Defence defence(rows, goods());
  for (const std::string_view word : {"", "KS", "Q", "X", "kk", "\x1b"}) {
    CAPTURE(word);
    const auto fault = defence.buy(word);
    REQUIRE(fault);
    CHECK(fault->why.en.find("K W S V R") != std::string::npos);
    CHECK(defence.bought().empty());
  }
  CHECK_FALSE(defence.buy("K"));
  CHECK(defence.buy("k"));
  CHECK(defence.paid() == 4);
  CHECK(defence.undo());
  CHECK_FALSE(defence.undo());
  CHECK(defence.paid() == 0);
}

TEST_CASE("reconciliation settles only what no layer can stop, and only where it finds every leak") {
  const std::vector<MatrixRow> stoppable = {row_of(
      story(), [](unsigned mask) { return (mask & s) != 0; }, true)};
  Defence vain(stoppable, goods());
  CHECK_FALSE(vain.buy("R"));
  CHECK_FALSE(vain.settled());
  const std::vector<MatrixRow> found = {row_of(
      story(), [](unsigned) { return false; }, true)};
  Defence only(found, goods());
  CHECK(only.cheapest() == std::vector<std::string>{"R"});
  CHECK_FALSE(only.buy("r"));
  CHECK(only.settled());
  const std::vector<MatrixRow> unseen = {row_of(story(), [](unsigned) { return false; })};
  Defence none(unseen, goods());
  CHECK(none.cheapest().empty());
  CHECK(none.hopeless().size() == 1);
}

TEST_CASE("a price is what a layer adds to one payment, and all layers together cost the sum") {
  const std::vector<Good> goods = price_list();
  std::string letters;
  std::set<std::uint32_t> prices;
  for (const Good& one : goods) {
    letters += one.letter;
    prices.insert(one.price);
    CHECK(one.price >= 1);
    CHECK_FALSE(one.name.zh.empty());
  }
  CHECK(letters == "KWSVXR");
  // The key is claimed, looked up and finished; a voucher is one row that is there anyway.
  CHECK(goods[0].price > goods[1].price);
  CHECK(goods[1].price > goods[3].price);
  CHECK(prices.size() > 1);
}

}  // namespace payonce::lessons
