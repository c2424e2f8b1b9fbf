#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "ledger/values/duration.hpp"
#include "ledger/world/step.hpp"

namespace payonce {

/// Time, chance, and the named points where a crash may fall: everything the ledger cannot derive from its file and its input.
/// Handed to every constructor that needs it. One World may be used by one thread at a time.
class World {
 public:
  virtual ~World() = default;

  /// UTC nanoseconds since 1970. May jump in either direction: people and time servers set it.
  [[nodiscard]] virtual std::int64_t wall_ns() = 0;
  /// Nanoseconds since this machine started, sleep included (CLOCK_BOOTTIME). Never jumps; comparable only between processes
  /// of the same host() and boot() (idempotency.md R21).
  [[nodiscard]] virtual std::int64_t boot_ns() = 0;
  [[nodiscard]] virtual const std::string& host() = 0;
  [[nodiscard]] virtual const std::string& boot() = 0;
  /// Fills the buffer with bytes nobody can guess (or, in a scenario, with bytes drawn from its seed).
  virtual void random(std::span<std::byte> buffer) = 0;
  /// Lets time pass: sleeps, or turns the clock of a scenario.
  virtual void pass(Duration duration) = 0;
  /// Announces a named point. In production nothing happens.
  virtual void step(Step step) = 0;
};

/// The machine's own clocks (CLOCK_REALTIME, CLOCK_BOOTTIME), /etc/machine-id (host name where it is missing),
/// /proc/sys/kernel/random/boot_id, getrandom, nanosleep, and steps that do nothing.
[[nodiscard]] std::unique_ptr<World> real_world();

/// A world turned by hand: both clocks start at the given wall time and move only by pass() and the calls below; random bytes
/// come from the seed (the same on every machine). For scenarios and tests.
class VirtualWorld : public World {
 public:
  /// 2026-01-01T00:00:00Z, where every scenario begins unless it says otherwise.
  static constexpr std::int64_t default_start_ns = 1'767'225'600'000'000'000;

  explicit VirtualWorld(std::uint64_t seed = 1, std::int64_t start_ns = default_start_ns);

  std::int64_t wall_ns() override { return wall_ns_; }
  std::int64_t boot_ns() override { return boot_ns_; }
  const std::string& host() override { return host_; }
  const std::string& boot() override { return boot_; }
  void random(std::span<std::byte> buffer) override;
  void pass(Duration duration) override;
  void step(Step step) override;

  /// Somebody set the clock: wall time moves by `by_ns` (either sign), the time since start does not.
  void jump_wall(std::int64_t by_ns) { wall_ns_ += by_ns; }
  /// The machine restarted: a new boot, its clock at zero.
  void reboot();
  /// The process stands on another machine from here on.
  void move_to_host(std::string host) { host_ = std::move(host); }
  /// Process death: at the n-th announcement (1 = the next) of this step from now on, the process kills itself with SIGKILL.
  void kill_at(Step step, int nth = 1);

 private:
  std::int64_t wall_ns_;
  std::int64_t boot_ns_;
  std::string host_ = "virtual-host";
  std::string boot_ = "virtual-boot-1";
  int boots_ = 1;
  std::uint64_t random_state_;
  std::optional<Step> fatal_;
  int fatal_in_ = 0;
};

}  // namespace payonce
