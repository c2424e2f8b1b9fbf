#include "ledger/layers/retention.hpp"

#include <algorithm>

#include "schema/queries/journal.hpp"
#include "schema/queries/ledger.hpp"

namespace payonce::idempotency_key {

RetentionTime retention_time(View& view, World& world, const Settings& settings) {
  std::int64_t mark = 0;
  (void)view.one(sql::ledger::meta{}, [&](const Row& row) { mark = row.integer(2); });
  (void)view.one(sql::journal::last_voucher{}, [&](const Row& row) { mark = std::max(mark, row.integer(2)); });
  const std::int64_t wall = world.wall_ns();
  return {.now_ns = std::max(wall, mark), .leapt = wall - mark > settings.clock_jump_limit.ns};
}

bool answers_expired(View& view, World& world, const Settings& settings, std::int64_t until_ns) {
  const RetentionTime time = retention_time(view, world, settings);
  return time.now_ns >= until_ns && !time.leapt;
}

}  // namespace payonce::idempotency_key
