#include "ledger/clock.hpp"

#include <string>

#include "ledger/orders/evidence.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/ledger.hpp"

namespace payonce {
namespace {

// 2000-01-01 and 2200-01-01: no machine that is set right stands outside, and 62 years are left below the largest time there is,
// so that no retention or deadline counted from such a clock can wrap.
constexpr std::int64_t first_ns = 946'684'800'000'000'000;
constexpr std::int64_t end_ns = 7'258'118'400'000'000'000;

}  // namespace

bool clock_in_range(std::int64_t wall_ns) { return wall_ns >= first_ns && wall_ns < end_ns; }

ClockCheck check_clock(View& view, World& world, const Settings& settings, bool laboratory) {
  ClockCheck check{.wall_ns = world.wall_ns()};
  (void)view.one(sql::ledger::last_moment{}, [&](const Row& row) { check.last_ns = row.integer(0); });
  if (!clock_in_range(check.wall_ns)) {
    check.says = ClockSays::out_of_range;
  } else if (!laboratory && check.wall_ns - check.last_ns > settings.clock_lead.ns) {
    check.says = ClockSays::ahead;
  }
  return check;
}

void accept_clock(Tx& tx, const ClockCheck& check, std::string_view actor, std::string_view reason) {
  invariant(clock_in_range(check.wall_ns), "a clock out of range is never accepted");
  (void)orders::record_evidence(tx, orders::Source::manual, "",
                                "the clock is right: " + iso_time(check.wall_ns) + ", the last thing done before at " +
                                    iso_time(check.last_ns) + "; by " + std::string(actor) + ": " + std::string(reason),
                                check.wall_ns);
  (void)tx.change(sql::ledger::mark_time{.now_ns = check.wall_ns});
}

}  // namespace payonce
