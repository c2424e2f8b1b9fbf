#include "scenarios/laboratory/actor_world.hpp"

#include <utility>

namespace payonce::laboratory {

ActorWorld::ActorWorld(Clock& clock, std::uint64_t seed, Grain grain, std::function<void()> stop)
    : StageWorld(clock.wall_ns), clock_(clock), seed_(seed), grain_(grain), stop_(std::move(stop)) {}

void ActorWorld::begin() {
  random_state_ = seed_;
  seen_ = 0;
  acted_ = false;
  working_ = false;
  dead_ = false;
  blocked_ = false;
  pending_.reset();
  passed_.clear();
}

void ActorWorld::begin_turn() {
  passed_.clear();
  acted_ = false;
  blocked_ = false;
}

std::int64_t ActorWorld::wall_ns() {
  saw(static_cast<std::uint64_t>(clock_.wall_ns));
  return clock_.wall_ns;
}

std::int64_t ActorWorld::boot_ns() {
  saw(static_cast<std::uint64_t>(clock_.boot_ns));
  return clock_.boot_ns;
}

void ActorWorld::random(std::span<std::byte> buffer) {
  for (std::byte& one : buffer) {
    random_state_ = folded(random_state_, std::uint64_t{1});
    one = static_cast<std::byte>(random_state_ & 0xffu);
  }
}

void ActorWorld::pass(Duration duration) {
  clock_.boot_ns += duration.ns;
  clock_.wall_ns += duration.ns;
}

void ActorWorld::jump(std::int64_t by_ns) {
  clock_.wall_ns += by_ns;
  clock_.jumped_ns += by_ns;
}

void ActorWorld::step(Step step) {
  // Outside of transactions: whatever follows can be seen by somebody. Inside of one the transaction itself was the stop.
  if (step == Step::channel_charge || step == Step::channel_answer || step == Step::reply_send) {
    pending_ = step;
    stop_before();
    // Behind an answer the next effect is to write it down: they are one place to stop at.
    if (step == Step::channel_answer) acted_ = false;
  }
  if (working_) passed_.push_back(step);
}

void ActorWorld::before_transaction(bool) {
  if (acted_) pending_.reset();
  stop_before();
}

void ActorWorld::before_statement() {
  if (grain_ == Grain::statements) stop_before();
}

bool ActorWorld::wait() {
  if (!working_ || dead_) return false;
  blocked_ = true;
  try {
    stop_();
  } catch (const ActorKilled&) {
    // The driver's own frames lie between here and the actor, and nothing may be thrown through them: to the dead a lock is one
    // that never comes free, and their next effect is refused.
    return false;
  }
  return true;
}

void ActorWorld::saw(std::uint64_t what) { seen_ = folded(seen_, what); }

void ActorWorld::stop_before() {
  if (!working_) return;
  if (dead_) throw ActorKilled{};
  if (acted_) stop_();
  acted_ = true;
}

}  // namespace payonce::laboratory
