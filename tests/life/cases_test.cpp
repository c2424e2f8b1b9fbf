// Lives that once went wrong, in as few events as it took. They are lived again with every run.

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "tests/life/life.hpp"
#include "tests/life/mix.hpp"
#include "tests/support/shop.hpp"
#include "tests/support/temp_folder.hpp"

using namespace payonce;
using namespace payonce::life;

TEST_CASE("every life that once went wrong goes well") {
  const Ground ground(test::Shop::laboratory());
  int lived = 0;
  for (const auto& file : std::filesystem::directory_iterator(PAYONCE_SOURCE_DIR "/tests/life/cases")) {
    CAPTURE(file.path().filename().string());
    std::istringstream lines(test::contents(file.path()));
    std::vector<Event> events;
    Terms terms;
    for (std::string text; std::getline(lines, text);) {
      if (text.empty() || text.front() == '#') continue;
      if (text == "held_back") {
        terms.held_back = true;
        continue;
      }
      CAPTURE(text);
      const auto event = event_of(text);
      REQUIRE(event.has_value());
      events.push_back(*event);
    }
    const auto failure = live(ground, 1, events, terms).failure;
    if (failure) FAIL_CHECK(failure->what, " at event ", failure->event);
    lived += 1;
  }
  CHECK(lived > 0);
}

TEST_CASE("a line of a case file is read as it was written, and nothing else is read") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    for (const Event& event : draw(seed, 100)) {
      CAPTURE(line(event));
      CHECK(event_of(line(event)) == event);
    }
  }
  for (const char* wrong : {"", "order", "1 sell order=1", "1 pay order=one", "1 pay order", "1 pay colour=1",
                            "1 pay via=yes", "1 pay behaviour=kind", "1 pay dies=nowhere"}) {
    CAPTURE(wrong);
    CHECK_FALSE(event_of(wrong).has_value());
  }
}

TEST_CASE("a seed draws the same life on every day, and lives it the same") {
  const Ground ground(test::Shop::laboratory());
  CHECK(draw(7, 150) == draw(7, 150));
  CHECK(draw(7, 150) != draw(8, 150));
  const auto events = draw(7, 150);
  const Outcome_of_life one = live(ground, 7, events);
  const Outcome_of_life other = live(ground, 7, events);
  CHECK(one.last.same_book(other.last));
  CHECK(one.last.vouchers == other.last.vouchers);
  CHECK(one.died == other.died);
}
