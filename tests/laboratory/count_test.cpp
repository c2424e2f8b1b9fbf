#include <doctest/doctest.h>

#include "scenarios/laboratory/count.hpp"

namespace payonce::laboratory {

TEST_CASE("schedules are counted past what sixty-four bits hold and never wrongly past what fits") {
  Count count{1};
  for (int i = 0; i < 100; ++i) count += count;
  CHECK(count.text() == "1267650600228229401496703205376");
  for (int i = 0; i < 27; ++i) count += count;
  CHECK(count.known());
  count += count;
  CHECK_FALSE(count.known());
  count += Count{1};
  CHECK(count.text() == "more than 10^38");
  CHECK(Count{}.text() == "0");
  CHECK(Count{}.zero());
}

}  // namespace payonce::laboratory
