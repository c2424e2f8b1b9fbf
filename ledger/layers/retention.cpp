#include "ledger/layers/retention.hpp"

#include <algorithm>

#include "ledger/values/invariant.hpp"
#include "schema/queries/journal.hpp"
#include "schema/queries/ledger.hpp"

namespace payonce::idempotency_key {
namespace {

std::int64_t recorded_at(View& view, std::int64_t voucher_id) {
  std::int64_t at_ns = 0;
  const bool found =
      view.one(sql::journal::voucher_time{.voucher_id = voucher_id}, [&](const Row& row) { at_ns = row.integer(0); });
  invariant(found, "vouchers follow each other without gaps");
  return at_ns;
}

/// The latest time the book bears witness to, going from `mark` from voucher to voucher in steps no longer than `limit`. What
/// was booked behind a leap was booked under the clock that leapt, and makes it no more credible. Times never fall along the
/// chain, so each step is found by halving.
std::int64_t witnessed(View& view, std::int64_t mark, Duration limit) {
  std::int64_t last_id = 0;
  std::int64_t last_ns = 0;
  (void)view.one(sql::journal::last_voucher{}, [&](const Row& row) {
    last_id = row.integer(0);
    last_ns = row.integer(2);
  });
  std::int64_t near_id = 0;
  while (last_id > near_id && last_ns > mark) {
    if (last_ns - mark <= limit.ns) return last_ns;
    std::int64_t far_id = last_id;  // near_id is within reach (or none), far_id is beyond it
    std::int64_t reached = mark;
    while (far_id - near_id > 1) {
      const std::int64_t middle = near_id + (far_id - near_id) / 2;
      const std::int64_t at_ns = recorded_at(view, middle);
      if (at_ns - mark <= limit.ns) {
        near_id = middle;
        reached = std::max(mark, at_ns);
      } else {
        far_id = middle;
      }
    }
    if (reached == mark) return mark;
    mark = reached;
  }
  return mark;
}

}  // namespace

RetentionTime retention_time(View& view, World& world, const Settings& settings) {
  std::int64_t mark = 0;
  (void)view.one(sql::ledger::meta{}, [&](const Row& row) { mark = row.integer(2); });
  mark = witnessed(view, mark, settings.clock_jump_limit);
  const std::int64_t wall = world.wall_ns();
  return {.now_ns = std::max(wall, mark), .leapt = wall - mark > settings.clock_jump_limit.ns};
}

bool answers_expired(View& view, World& world, const Settings& settings, std::int64_t until_ns) {
  // Nobody claims that the time has come: the common case, told by one row.
  std::int64_t latest = world.wall_ns();
  (void)view.one(sql::ledger::latest_time{}, [&](const Row& row) { latest = std::max(latest, row.integer(0)); });
  if (latest < until_ns) return false;
  const RetentionTime time = retention_time(view, world, settings);
  return time.now_ns >= until_ns && !time.leapt;
}

}  // namespace payonce::idempotency_key
