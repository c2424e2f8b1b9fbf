#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ledger/store/store.hpp"
#include "ledger/values/duration.hpp"
#include "ledger/values/request.hpp"
#include "ledger/world/lease.hpp"
#include "ledger/world/world.hpp"

namespace payonce {
struct Passage;
class Verdict;
}  // namespace payonce

/// A lock that ends by itself when its holder falls silent. It keeps two workers from doing one job at the same time, most of
/// the time. It does not make the job idempotent: a holder may stall past its lease and write all the same. What it writes
/// under `still_ours` is refused once somebody else has the turn; what it writes before that, or to the outside, is not. Behind
/// every lock stands the state of the order and the number of the voucher (article A, "分布式锁"; laboratory.md 23).
///
/// Expiry is judged by the clock since boot where holder and judge share a machine: nobody's setting of the wall clock
/// shortens or lengthens a lease, and a restart ends it. On another machine neither clock proves anything, so that machine
/// watches: a lease that has stood still for its whole length, by the watcher's own clock, is dead (B056).
namespace payonce::lease {

/// A turn, or why there is none yet.
struct Turn {
  std::optional<HeldLease> held;
  std::string holder;               // whose turn it is now
  std::int64_t retry_after_ms = 0;  // where there is none
};
/// Takes the lock where it is free or its holder's lease has ended. The same owner asking twice is refused the second time:
/// two processes may carry one name.
[[nodiscard]] Turn acquire(Tx& tx, World& world, const LeaseName& name, const LeaseOwner& owner, Duration ttl);

/// The holder is alive: its lease lasts `ttl` from now. False where somebody else has had a turn since; a lease that had ended
/// and was taken by nobody goes on.
[[nodiscard]] bool renew(Tx& tx, World& world, const HeldLease& held, Duration ttl);

enum class Release {
  released,
  late,  // it had ended before, and nobody took it: what was done under it stands, and it is free now
  lost,  // it is somebody else's, and stays theirs
};
/// Gives the turn back, by owner and fence alone.
[[nodiscard]] Release release(Tx& tx, World& world, const HeldLease& held);

/// To be asked in the transaction of the work itself: nobody else has had a turn since. True also where the lease has ended and
/// nobody took it: what is written now is written before anybody else's turn.
[[nodiscard]] bool still_ours(View& view, const HeldLease& held);
/// The same for a request on its way: answers lease_lost where it is not.
Verdict guard(View& view, Passage& pay);

/// A lock as a person sees it.
struct Row {
  std::string name;
  std::int64_t fence = 0;
  std::optional<std::string> owner;
  Duration ttl{};
  Lease until{};
  std::int64_t acquired_at_ns = 0;
  std::int64_t beats = 0;
};
/// How long it lasts from now, by the rule that acquire judges by: 0 where whoever asks next has it.
[[nodiscard]] Duration left(View& view, World& world, const Row& row);
[[nodiscard]] std::optional<Row> find(View& view, std::string_view name);
[[nodiscard]] std::vector<Row> list(View& view);

}  // namespace payonce::lease
