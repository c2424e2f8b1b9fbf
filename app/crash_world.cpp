#include "app/crash_world.hpp"

#include <csignal>

namespace payonce {

void CrashWorld::step(Step step) {
  if (fatal_ == step && --fatal_in_ == 0) (void)std::raise(SIGKILL);
  real_->step(step);
}

void CrashWorld::kill_at(Step step, std::int64_t nth) {
  fatal_ = step;
  fatal_in_ = nth;
}

}  // namespace payonce
