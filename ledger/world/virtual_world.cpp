#include <csignal>

#include "ledger/values/invariant.hpp"
#include "ledger/world/world.hpp"

namespace payonce {

namespace {

// splitmix64: a few exact operations on 64 bits, hence the same bytes from the same seed on every machine.
std::uint64_t next(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15u;
  std::uint64_t mixed = state;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 31);
}

}  // namespace

VirtualWorld::VirtualWorld(std::uint64_t seed, std::int64_t start_ns)
    : wall_ns_(start_ns), boot_ns_(start_ns), random_state_(seed) {}

void VirtualWorld::random(std::span<std::byte> buffer) {
  std::uint64_t drawn = 0;
  for (std::size_t i = 0; i < buffer.size(); ++i) {
    if (i % 8 == 0) drawn = next(random_state_);
    buffer[i] = static_cast<std::byte>(drawn & 0xff);
    drawn >>= 8;
  }
}

void VirtualWorld::pass(Duration duration) {
  invariant(duration.ns >= 0, "time passes forwards");
  wall_ns_ += duration.ns;
  boot_ns_ += duration.ns;
}

void VirtualWorld::step(Step step) {
  if (fatal_ != step || --fatal_in_ > 0) return;
  // Not an exception: no destructor may tidy up what a dead process would have left behind.
  std::raise(SIGKILL);
}

void VirtualWorld::reboot() {
  boot_ = "virtual-boot-" + std::to_string(++boots_);
  boot_ns_ = 0;
}

void VirtualWorld::kill_at(Step step, int nth) {
  invariant(nth >= 1, "a step is counted from 1");
  fatal_ = step;
  fatal_in_ = nth;
}

}  // namespace payonce
