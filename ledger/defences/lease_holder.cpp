#include "ledger/defences/lease_holder.hpp"

#include <algorithm>
#include <utility>

namespace payonce::lease {

Holder::Holder(Store& store, World& world, HeldLease held, Duration ttl)
    : store_(&store), world_(&world), held_(std::move(held)), ttl_(ttl), beaten_boot_ns_(world.boot_ns()) {}

Holder::Holder(Holder&& other) noexcept
    : store_(std::exchange(other.store_, nullptr)),
      world_(other.world_),
      held_(std::move(other.held_)),
      ttl_(other.ttl_),
      beaten_boot_ns_(other.beaten_boot_ns_) {}

std::optional<Holder> Holder::wait_for(Store& store, World& world, const LeaseName& name, const LeaseOwner& owner,
                                       Duration ttl, Duration wait) {
  const std::int64_t begun = world.boot_ns();
  for (;;) {
    const Turn turn = store.atomically([&](Tx& tx) { return acquire(tx, world, name, owner, ttl); });
    if (turn.held) return Holder(store, world, *turn.held, ttl);
    const std::int64_t left = wait.ns - (world.boot_ns() - begun);
    if (left <= 0) return std::nullopt;
    world.pass({std::min(milliseconds(turn.retry_after_ms).ns, left)});
  }
}

Holder::~Holder() {
  if (store_ == nullptr) return;
  try {
    (void)release();
  } catch (const StorageTrouble&) {
    // It ends by itself; what was done under it has been committed long ago and must not fail for this.
    store_ = nullptr;
  }
}

bool Holder::renew() {
  const std::int64_t now = world_->boot_ns();
  if (now - beaten_boot_ns_ < ttl_.ns / 3) return true;
  if (!store_->atomically([&](Tx& tx) { return lease::renew(tx, *world_, held_, ttl_); })) return false;
  beaten_boot_ns_ = now;
  return true;
}

Release Holder::release() {
  Store* const store = std::exchange(store_, nullptr);
  if (store == nullptr) return Release::lost;
  return store->atomically([&](Tx& tx) { return lease::release(tx, *world_, held_); });
}

}  // namespace payonce::lease
