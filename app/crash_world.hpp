#pragma once

#include <memory>
#include <optional>

#include "ledger/world/world.hpp"

namespace payonce {

/// The real world, in which the process may be told to die at a named point, as if the machine had lost its power there: for
/// trying out crashes on a laboratory ledger.
class CrashWorld : public World {
 public:
  explicit CrashWorld(std::unique_ptr<World> real) : real_(std::move(real)) {}

  std::int64_t wall_ns() override { return real_->wall_ns(); }
  std::int64_t boot_ns() override { return real_->boot_ns(); }
  const std::string& host() override { return real_->host(); }
  const std::string& boot() override { return real_->boot(); }
  void random(std::span<std::byte> buffer) override { real_->random(buffer); }
  void pass(Duration duration) override { real_->pass(duration); }
  void step(Step step) override;

  /// SIGKILL at the n-th announcement (1 = the next) of this step.
  void kill_at(Step step, std::int64_t nth);

 private:
  std::unique_ptr<World> real_;
  std::optional<Step> fatal_;
  std::int64_t fatal_in_ = 0;
};

}  // namespace payonce
