#pragma once

#include "ledger/world/world.hpp"

namespace payonce::life {

/// The process has died. No std::exception, so that nobody on the way takes it for something that can be handled: it reaches
/// whoever plays the life, everything the process held is closed, and only what is in the files is left. A transaction that
/// was open is rolled back, as the next one to open the file of a dead process would do.
struct Death {};

/// A world that can die at a step, and that knows what time it truly is, whatever somebody has set the clock to.
class MortalWorld : public VirtualWorld {
 public:
  using VirtualWorld::VirtualWorld;

  void die_at(std::optional<Step> step, int nth) {
    fatal_ = step;
    left_ = nth;
  }
  void step(Step step) override {
    if (fatal_ != step || --left_ > 0) return;
    fatal_.reset();
    throw Death{};
  }
  void pass(Duration duration) override {
    VirtualWorld::pass(duration);
    passed_ns_ += duration.ns;
  }
  [[nodiscard]] std::int64_t true_ns() const { return default_start_ns + passed_ns_; }

 private:
  std::optional<Step> fatal_;
  int left_ = 0;
  std::int64_t passed_ns_ = 0;
};

/// Where the channel stands: the same time passes there, and nobody sets its clock.
class ElsewhereWorld : public VirtualWorld {
 public:
  explicit ElsewhereWorld(MortalWorld& ours) : ours_(ours) {}
  std::int64_t wall_ns() override { return ours_.true_ns(); }
  void pass(Duration duration) override { ours_.pass(duration); }
  void step(Step) override {}

 private:
  MortalWorld& ours_;
};

}  // namespace payonce::life
