#include <doctest/doctest.h>

#include <set>

#include "scenarios/laboratory/layer_set.hpp"

namespace payonce::laboratory {

TEST_CASE("a set of layers is written one way and read back") {
  std::set<std::string> names;
  for (const LayerSet& set : every_layer_set(true)) {
    const auto again = LayerSet::parse("layers", set.name());
    REQUIRE(again);
    CHECK(*again == set);
    names.insert(set.name());
  }
  CHECK(names.size() == 81);
  CHECK(every_layer_set(false).size() == 16);
  CHECK(every_layer_set(false).front().name() == "KWSV");
  CHECK(LayerSet::parse("layers", "KS")->name() == "K-S-");
  CHECK(LayerSet::parse("layers", "-")->name() == "----");
  CHECK(LayerSet::parse("layers", "Ks-X")->name() == "K-s--X");
}

TEST_CASE("what is no set of layers is refused") {
  for (const auto* const text : {"", "SK", "KK", "Q", "KWSVV", "K W", "kK"}) {
    CAPTURE(text);
    CHECK_FALSE(LayerSet::parse("layers", text));
  }
}

}  // namespace payonce::laboratory
