// Random lives of a shop: everything that can happen to it, in an order nobody would have thought of.

#include <doctest/doctest.h>

#include <cstdlib>
#include <iostream>
#include <string>

#include "tests/life/endings.hpp"
#include "tests/life/life.hpp"
#include "tests/life/mix.hpp"
#include "tests/support/seed.hpp"
#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::life;

namespace {

int from_environment(const char* name, int usual) {
  const char* wanted = std::getenv(name);
  return wanted == nullptr ? usual : std::stoi(wanted);
}

const Ground& ground() {
  static const Ground made(test::Shop::laboratory());
  return made;
}

constexpr int usual_seeds = 50;
/// So many lives of two hundred events come by everything that is claimed: what is rare is met in one of fifty.
constexpr int enough_seeds = 200;
constexpr int enough_events = 200;

void tell(const std::string& whole, const std::vector<Event>& drawn, std::uint64_t seed, const Failure& failure,
          const Terms& terms) {
  const auto shortest = shrunk(ground(), seed, drawn, failure, terms);
  const auto again = live(ground(), seed, shortest, terms).failure;
  FAIL_CHECK(whole, "\nthe shortest list that fails in the same way, a case for tests/life/cases:\n",
             case_file(seed, shortest, again ? *again : failure, terms));
}

/// The lives of a part of the seeds, so that they can be lived side by side.
void lives(int part, int parts) {
  const int all = from_environment("PAYONCE_SEEDS", usual_seeds);
  const int events = from_environment("PAYONCE_EVENTS", 200);
  const std::uint64_t first = test::seed_or(1);
  Visits visits;
  int lived = 0;
  int failed = 0;
  for (int n = part; n < all; n += parts) {
    const std::uint64_t seed = first + static_cast<std::uint64_t>(n);
    const std::vector<Event> drawn = draw(seed, events);
    const Terms terms{.held_back = seed % 5 == 0};
    const Outcome_of_life life = live(ground(), seed, drawn, terms);
    lived += 1;
    count(life, visits);
    const std::string whole =
        "PAYONCE_SEED=" + std::to_string(seed) + " PAYONCE_SEEDS=1 PAYONCE_EVENTS=" + std::to_string(events) + " fails";
    if (life.failure) {
      const std::string told = whole + " at event " + std::to_string(life.failure->event) + ": " + life.failure->what;
      // The first is told in full: the rest fail for the same reason more often than not.
      if (failed++ == 0) {
        tell(told, drawn, seed, *life.failure, terms);
      } else {
        FAIL_CHECK(told);
      }
      std::cout << std::flush;  // a long run is looked at while it lasts
      continue;
    }
    // Lived a second time it is the same life, and ends in the same book: each seed of a long run, a tenth of a short one.
    if (all <= usual_seeds && (n - part) % (10 * parts) != 0) continue;
    const Outcome_of_life second = live(ground(), seed, drawn, {.laws = false, .held_back = terms.held_back});
    if (!second.last.same_book(life.last) || second.last.vouchers != life.last.vouchers || second.told != life.told) {
      FAIL_CHECK(whole, " when it is lived again: ", second.last.difference(life.last));
    }
  }
  CHECK((all < parts || lived > 0));
  MESSAGE(lived, " lives of ", events, " events, ", failed, " failed; came by: ", shown(visits));
  if (lived < enough_seeds || events < enough_events) return;
  for (const std::string_view ending : missing(visits)) FAIL_CHECK("no life came by: ", ending);
}

}  // namespace

TEST_CASE("random lives keep every law and agree with a simple model after each event, first part") { lives(0, 5); }
TEST_CASE("random lives keep every law and agree with a simple model after each event, second part") { lives(1, 5); }
TEST_CASE("random lives keep every law and agree with a simple model after each event, third part") { lives(2, 5); }
TEST_CASE("random lives keep every law and agree with a simple model after each event, fourth part") { lives(3, 5); }
TEST_CASE("random lives keep every law and agree with a simple model after each event, fifth part") { lives(4, 5); }

TEST_CASE("lives come by everything they claim to try") {
  Visits visits;
  for (std::uint64_t seed = 1; seed <= enough_seeds && !missing(visits).empty(); ++seed) {
    count(live(ground(), seed, draw(seed, enough_events), {.laws = false, .ends = seed % 4 == 0}), visits);
  }
  for (const std::string_view ending : missing(visits)) FAIL_CHECK("no life came by: ", ending);
  CHECK(missing(visits).empty());
}
