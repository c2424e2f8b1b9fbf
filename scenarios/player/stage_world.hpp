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
  /// Turns both clocks to what they show elsewhere.
  void turn_to(std::int64_t wall_ns, std::int64_t boot_ns);

 private:
  std::int64_t* passed_ns_ = nullptr;
  std::optional<Step> stalls_at_;
  std::function<void()> stall_;
};

}  // namespace payonce::player
