#include "bench/meter.hpp"

#include <algorithm>
#include <ctime>
#include <fstream>
#include <string>

namespace payonce::bench {
namespace {

std::int64_t read_ns(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

double micro(std::int64_t ns) { return static_cast<double>(ns) / 1000.0; }

}  // namespace

Spent Spent::per(std::int64_t operations) const {
  const auto n = static_cast<double>(operations);
  return {wall_us / n, cpu_us / n};
}

Meter::Meter() : wall_ns_(read_ns(CLOCK_MONOTONIC)), cpu_ns_(read_ns(CLOCK_PROCESS_CPUTIME_ID)) {}

Spent Meter::spent() const {
  const std::int64_t cpu = read_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu_ns_;
  return {micro(read_ns(CLOCK_MONOTONIC) - wall_ns_), micro(cpu)};
}

double median(std::vector<double> numbers) {
  if (numbers.empty()) return 0;
  std::sort(numbers.begin(), numbers.end());
  const std::size_t middle = numbers.size() / 2;
  return numbers.size() % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2;
}

double peak_memory_mib() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word != "VmHWM:") continue;
    double kib = 0;
    status >> kib;
    return kib / 1024;
  }
  return 0;
}

void reset_peak_memory() { std::ofstream("/proc/self/clear_refs") << "5"; }

}  // namespace payonce::bench
