#include "scenarios/player/stage_world.hpp"

#include <utility>

namespace payonce::player {

void StageWorld::pass(Duration duration) {
  VirtualWorld::pass(duration);
  if (passed_ns_ != nullptr) *passed_ns_ += duration.ns;
}

void StageWorld::step(Step step) {
  VirtualWorld::step(step);
  if (stalls_at_ != step) return;
  stalls_at_.reset();
  std::exchange(stall_, {})();
}

void StageWorld::stall_at(Step step, std::function<void()> stall) {
  stalls_at_ = step;
  stall_ = std::move(stall);
}

void StageWorld::jump(std::int64_t by_ns) {
  jumped_ns_ += by_ns;
  jump_wall(by_ns);
}

void StageWorld::turn_to(std::int64_t wall, std::int64_t boot, std::int64_t jumped) {
  VirtualWorld::pass({boot - boot_ns()});
  jump_wall(wall - wall_ns());
  jumped_ns_ = jumped;
}

}  // namespace payonce::player
