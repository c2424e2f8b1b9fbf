#pragma once

#include <functional>

#include "ledger/world/world.hpp"

namespace payonce::player {

/// A virtual world that tells how much time its process has let pass, also where that process is killed, and that can stop its
/// process at a named point until somebody wakes it.
class StageWorld : public VirtualWorld {
 public:
  explicit StageWorld(std::int64_t start_ns) : VirtualWorld(1, start_ns) {}

  void pass(Duration duration) override;
  void step(Step step) override;

  /// From here on the time that passes is added up there: memory that another process sees.
  void count_into(std::int64_t* passed_ns) { passed_ns_ = passed_ns; }
  /// The next time this step is announced, `stall` is called instead of going on; it returns when the process is woken.
  void stall_at(Step step, std::function<void()> stall);
  /// Somebody sets this machine's clock.
  virtual void jump(std::int64_t by_ns);
  /// What all such jumps come to.
  [[nodiscard]] virtual std::int64_t jumped_ns() const { return jumped_ns_; }
  /// Turns the clocks to what another process has seen of them.
  void turn_to(std::int64_t wall_ns, std::int64_t boot_ns, std::int64_t jumped_ns);

 private:
  std::int64_t jumped_ns_ = 0;
  std::int64_t* passed_ns_ = nullptr;
  std::optional<Step> stalls_at_;
  std::function<void()> stall_;
};

/// The world of an acquirer: the same time passes there, but nobody sets its clock together with ours.
class OutsideWorld : public World {
 public:
  explicit OutsideWorld(StageWorld& inside) : inside_(inside) {}

  std::int64_t wall_ns() override { return inside_.wall_ns() - inside_.jumped_ns(); }
  std::int64_t boot_ns() override { return inside_.boot_ns(); }
  const std::string& host() override { return host_; }
  const std::string& boot() override { return inside_.boot(); }
  void random(std::span<std::byte> buffer) override { inside_.random(buffer); }
  void pass(Duration duration) override { inside_.pass(duration); }
  void step(Step) override {}

 private:
  StageWorld& inside_;
  std::string host_ = "acquirer";
};

}  // namespace payonce::player
