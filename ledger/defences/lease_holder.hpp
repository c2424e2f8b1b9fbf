#pragma once

#include <functional>
#include <optional>
#include <string>

#include "ledger/defences/lease.hpp"

namespace payonce::lease {

/// Holds a lease for as long as it lives, and gives it back in the end. For one thread, that of its Store.
///
/// There is no watchdog thread: the engine has no threads, and one that renewed behind its owner's back would renew a lease whose
/// owner hangs. The owner's own loop calls renew(), which writes no more often than every third of the lease, so that two beats
/// may be missed before anybody takes over (idempotency.md R19).
class Holder {
 public:
  /// Waits for the lock, no longer than `wait`, letting time pass through the world. Nothing where somebody else held it all the
  /// while. No transaction of the store may be open.
  [[nodiscard]] static std::optional<Holder> wait_for(Store& store, World& world, const LeaseName& name,
                                                      const LeaseOwner& owner, Duration ttl, Duration wait);
  Holder(Holder&& other) noexcept;
  Holder& operator=(Holder&&) = delete;
  /// Gives the lease back, if it is still ours; a storage trouble here is swallowed, and the lease ends by itself.
  ~Holder();

  /// To be called as often as the owner likes. False where the lease is somebody else's by now: stop, and write nothing.
  [[nodiscard]] bool renew();
  [[nodiscard]] const HeldLease& held() const { return held_; }
  /// Gives it back now, and says how that went: late is a warning and no failure, since what was done under the lease stands.
  [[nodiscard]] Release release();

 private:
  Holder(Store& store, World& world, HeldLease held, Duration ttl);

  Store* store_;
  World* world_;
  HeldLease held_;
  Duration ttl_;
  std::int64_t beaten_boot_ns_;
};

}  // namespace payonce::lease
