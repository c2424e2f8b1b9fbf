#include <sys/random.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <system_error>

#include "ledger/world/world.hpp"

namespace payonce {

namespace {

constexpr std::int64_t ns_in_second = 1'000'000'000;

std::int64_t clock_ns(clockid_t clock) {
  timespec now{};
  if (clock_gettime(clock, &now) != 0) throw std::system_error(errno, std::generic_category(), "clock_gettime");
  // Behind 2262 nanoseconds no longer fit; such a clock stands still at the last one, and is believed by nobody.
  std::int64_t ns = 0;
  if (__builtin_mul_overflow(static_cast<std::int64_t>(now.tv_sec), ns_in_second, &ns) ||
      __builtin_add_overflow(ns, static_cast<std::int64_t>(now.tv_nsec), &ns)) {
    return std::numeric_limits<std::int64_t>::max();
  }
  return ns;
}

std::string first_word(const char* path) {
  std::ifstream file(path);
  std::string word;
  file >> word;
  return word;
}

// The machine's own number, because host names are copied, changed and shared between machines.
std::string this_host() {
  if (std::string id = first_word("/etc/machine-id"); !id.empty()) return id;
  char name[256] = {};
  if (gethostname(name, sizeof name - 1) == 0 && name[0] != '\0') return name;
  return "unknown-host";
}

// Where the boot has no number, every boot looks like this one: a lease of an earlier boot is then kept for too long, and
// never given away too soon.
std::string this_boot() {
  std::string id = first_word("/proc/sys/kernel/random/boot_id");
  return id.empty() ? "unknown-boot" : id;
}

class RealWorld : public World {
 public:
  std::int64_t wall_ns() override { return clock_ns(CLOCK_REALTIME); }
  std::int64_t boot_ns() override { return clock_ns(CLOCK_BOOTTIME); }
  const std::string& host() override { return host_; }
  const std::string& boot() override { return boot_; }

  void random(std::span<std::byte> buffer) override {
    while (!buffer.empty()) {
      const ssize_t got = getrandom(buffer.data(), buffer.size(), 0);
      if (got < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "getrandom");
      if (got > 0) buffer = buffer.subspan(static_cast<std::size_t>(got));
    }
  }

  void pass(Duration duration) override {
    if (duration.ns <= 0) return;
    timespec left{static_cast<time_t>(duration.ns / ns_in_second), static_cast<long>(duration.ns % ns_in_second)};
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {}
  }

  void step(Step) override {}

 private:
  std::string host_ = this_host();
  std::string boot_ = this_boot();
};

}  // namespace

std::unique_ptr<World> real_world() { return std::make_unique<RealWorld>(); }

}  // namespace payonce
