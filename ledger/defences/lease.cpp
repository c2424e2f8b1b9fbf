#include "ledger/defences/lease.hpp"

#include <algorithm>

#include "ledger/layer.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/lease.hpp"

namespace payonce::lease {
namespace {

/// Soon enough for a lease of seconds, and no more than once a second for a long one.
constexpr std::int64_t soonest_ms = 10;
constexpr std::int64_t latest_ms = 5'000;

Row row_of(const payonce::Row& row) {
  return {.name = std::string(row.text(0)),
          .fence = row.integer(1),
          .owner = row.maybe_text(3),
          .ttl = {row.integer(4)},
          .until = {.host = std::string(row.text(5)),
                    .boot = std::string(row.text(6)),
                    .boot_until_ns = row.integer(7),
                    .until_ns = row.integer(8)},
          .acquired_at_ns = row.integer(9),
          .beats = row.integer(2)};
}

std::string machine_of(World& world) { return world.host() + "/" + world.boot(); }

/// Since when, by its own clock since boot, this machine has seen a lease of another one stand still.
std::optional<std::int64_t> watched_since(View& view, World& world, const Row& row) {
  std::optional<std::int64_t> seen;
  (void)view.one(sql::lease::watched{.name = row.name, .machine = machine_of(world)}, [&](const payonce::Row& watched) {
    if (watched.integer(0) == row.beats && watched.integer(1) <= world.boot_ns()) seen = watched.integer(1);
  });
  return seen;
}

/// The same, and the first look at a lease of another machine begins the watch.
Duration watch(Tx& tx, World& world, const Row& row) {
  if (row.owner && !left_here_ns(world, row.until) && !watched_since(tx, world, row)) {
    (void)tx.change(sql::lease::watch{
        .name = row.name, .machine = machine_of(world), .beats = row.beats, .seen_boot_ns = world.boot_ns()});
  }
  return left(tx, world, row);
}

}  // namespace

Turn acquire(Tx& tx, World& world, const LeaseName& name, const LeaseOwner& owner, Duration ttl) {
  invariant(ttl.ns > 0, "a lease lasts");
  const auto row = find(tx, name.text());
  const Lease until = lease_from_now(world, ttl);
  if (!row) {
    (void)tx.change(sql::lease::insert{.name = name.text(),
                                       .owner = owner.text(),
                                       .ttl_ns = ttl.ns,
                                       .host = until.host,
                                       .boot = until.boot,
                                       .boot_until_ns = until.boot_until_ns,
                                       .until_ns = until.until_ns,
                                       .now_ns = world.wall_ns()});
    return {.held = HeldLease{name, owner, 1}, .holder = owner.text()};
  }
  if (const std::int64_t left = watch(tx, world, *row).ns; left > 0) {
    return {.held = std::nullopt,
            .holder = *row->owner,
            .retry_after_ms = std::clamp((left + 999'999) / 1'000'000, soonest_ms, latest_ms)};
  }
  const auto rows = tx.change(sql::lease::take{.owner = owner.text(),
                                               .ttl_ns = ttl.ns,
                                               .host = until.host,
                                               .boot = until.boot,
                                               .boot_until_ns = until.boot_until_ns,
                                               .until_ns = until.until_ns,
                                               .now_ns = world.wall_ns(),
                                               .name = name.text(),
                                               .fence = row->fence});
  invariant(rows == 1, "a lease looked up in this transaction is as it was");
  (void)tx.change(sql::lease::end_watch{.name = name.text()});
  return {.held = HeldLease{name, owner, row->fence + 1}, .holder = owner.text()};
}

bool renew(Tx& tx, World& world, const HeldLease& held, Duration ttl) {
  invariant(ttl.ns > 0, "a lease lasts");
  const Lease until = lease_from_now(world, ttl);
  return tx.change(sql::lease::renew{.ttl_ns = ttl.ns,
                                     .host = until.host,
                                     .boot = until.boot,
                                     .boot_until_ns = until.boot_until_ns,
                                     .until_ns = until.until_ns,
                                     .name = held.name.text(),
                                     .owner = held.owner.text(),
                                     .fence = held.fence}) == 1;
}

Release release(Tx& tx, World& world, const HeldLease& held) {
  const auto row = find(tx, held.name.text());
  if (tx.change(sql::lease::release{.name = held.name.text(), .owner = held.owner.text(), .fence = held.fence}) != 1) {
    return Release::lost;
  }
  // Whose release it is knows its own machine: from another one nothing can be said about the time.
  return left_here_ns(world, row->until).value_or(1) > 0 ? Release::released : Release::late;
}

bool still_ours(View& view, const HeldLease& held) {
  const auto row = find(view, held.name.text());
  return row && row->fence == held.fence && row->owner == held.owner.text();
}

Verdict guard(View& view, Passage& pay) {
  const HeldLease& held = *pay.request->lease;
  if (still_ours(view, held)) {
    pay.note(Layer::lease, Finding::lease_ours, held.fence);
    return Verdict::pass();
  }
  const auto row = find(view, held.name.text());
  pay.note(Layer::lease, Finding::lease_passed_on, row ? row->fence : 0);
  return pay.say(Layer::lease, Outcome::lease_lost, "fence");
}

Duration left(View& view, World& world, const Row& row) {
  if (!row.owner) return {0};
  if (const auto here = left_here_ns(world, row.until)) return {*here};
  // Another machine's: dead once it has stood still for its whole length by this machine's clock.
  const auto seen = watched_since(view, world, row);
  return {seen ? std::max<std::int64_t>(row.ttl.ns - (world.boot_ns() - *seen), 0) : row.ttl.ns};
}

std::optional<Row> find(View& view, std::string_view name) {
  std::optional<Row> found;
  (void)view.one(sql::lease::find{.name = name}, [&](const payonce::Row& row) { found = row_of(row); });
  return found;
}

std::vector<Row> list(View& view) {
  std::vector<Row> all;
  view.each(sql::lease::list{}, [&](const payonce::Row& row) { all.push_back(row_of(row)); });
  return all;
}

}  // namespace payonce::lease
