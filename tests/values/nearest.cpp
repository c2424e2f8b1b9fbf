#include "ledger/values/nearest.hpp"

#include <doctest/doctest.h>

using namespace payonce;

TEST_CASE("the nearest word is one slip away from a short one and two from a long one, or there is none") {
  const std::vector<std::string_view> known = {"pay", "ship", "refund", "already_paid"};
  CHECK(nearest("pya", known) == "pay");
  CHECK(nearest("PAY", known) == "pay");
  CHECK(nearest("shp", known) == "ship");
  CHECK(nearest("rfeudn", known) == "refund");
  CHECK(nearest("already-pay", known) == "already_paid");
  CHECK(nearest("already-", known).empty());
  CHECK(nearest("of", {"on", "off"}) == "off");
  CHECK(nearest("play", known) == "pay");
  CHECK(nearest("plays", known) == "pay");
  CHECK(nearest("xyz", known).empty());
  CHECK(nearest("", known).empty());
}
