#include "ledger/world/moment.hpp"

#include <algorithm>

namespace payonce {
namespace {

std::string machine(World& world) { return world.host() + "/" + world.boot(); }

}  // namespace

Moment moment(World& world) {
  return {.wall_ns = world.wall_ns(), .machine = machine(world), .boot_ns = world.boot_ns()};
}

Duration since(World& world, const Moment& moment) {
  const bool same = moment.machine == machine(world);
  const std::int64_t ns = same ? world.boot_ns() - moment.boot_ns : world.wall_ns() - moment.wall_ns;
  return {std::max<std::int64_t>(ns, 0)};
}

}  // namespace payonce
