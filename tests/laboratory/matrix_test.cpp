#include "scenarios/laboratory/matrix.hpp"

#include <doctest/doctest.h>

#include "tests/laboratory/experiments.hpp"

namespace payonce::laboratory {
namespace {

TEST_CASE("a cell says the same whether its play was set up for it or became it from another set of layers") {
  for (const char* second : {"k1", "k2"}) {
    CAPTURE(second);
    const script::Story story = test::double_click(second);
    const std::vector<MatrixRow> rows = matrix({&story}, {.threads = 2});
    REQUIRE(rows.size() == 1);
    REQUIRE(rows.front().cells.size() == 16);
    for (const Cell& cell : rows.front().cells) {
      CAPTURE(cell.layers.name());
      const Cell alone = look_at(story, cell.layers, Grain::coarse, {});
      CHECK(cell.answer == alone.answer);
      CHECK(cell.tally.schedules == alone.tally.schedules);
      CHECK(cell.tally.leaking == alone.tally.leaking);
      CHECK(cell.states == alone.states);
      CHECK(cell.turns == alone.turns);
    }
  }
}

TEST_CASE("a play becomes another set of layers only where the file keeps its rules") {
  Play play(test::double_click("k1"), LayerSet{}, Grain::coarse);
  CHECK(play.can_become(*LayerSet::parse("layers", "--SV")));
  CHECK(play.can_become(*LayerSet::parse("layers", "kwSV")));
  CHECK_FALSE(play.can_become(*LayerSet::parse("layers", "KW-V")));
  CHECK_FALSE(play.can_become(*LayerSet::parse("layers", "KWSv")));
  CHECK_FALSE(play.can_become(*LayerSet::parse("layers", "KWSV-X")));
}

}  // namespace
}  // namespace payonce::laboratory
