#include "scenarios/laboratory/power.hpp"

#include <doctest/doctest.h>

namespace payonce::laboratory {
namespace {

/// One payment and the close behind it: the log is moved into the file.
PowerCell looked_at(std::string_view journal, std::string_view synchronous) {
  return cut_everywhere({journal, synchronous}, {.payments = 1, .draws = 1});
}

}  // namespace

TEST_CASE("as the product writes no power failure takes a payment that was acknowledged or leaves a damaged file") {
  const Writing shipped = shipped_way();
  CHECK(shipped.journal == "WAL");
  CHECK(shipped.synchronous == "FULL");
  const PowerCell cell = looked_at(shipped.journal, shipped.synchronous);
  CHECK(cell.kept());
  CHECK(cell.cuts > cell.moments);
  CHECK(cell.disks > 50);
}

TEST_CASE("a weaker setting is seen to lose what was acknowledged") {
  const PowerCell normal = looked_at("WAL", "NORMAL");
  CHECK(normal.lost_to_strictest > 0);
  CHECK(normal.damaged == 0);
  CHECK(normal.unlawful == 0);
  // The removal of the journal is not on the disk yet, and what it undoes was acknowledged.
  CHECK(looked_at("DELETE", "FULL").lost_to_strictest > 0);
}

TEST_CASE(
    "where nothing is flushed a disk that takes writes in another order leaves a damaged file, and the same seed draws "
    "the same disks") {
  const PowerCell off = looked_at("PERSIST", "OFF");
  CHECK(off.lost > 0);
  CHECK(off.damaged > 0);
  const PowerCell again = looked_at("PERSIST", "OFF");
  CHECK(off.cuts == again.cuts);
  CHECK(off.disks == again.disks);
  CHECK(off.lost == again.lost);
  CHECK(off.damaged == again.damaged);
}

}  // namespace payonce::laboratory
