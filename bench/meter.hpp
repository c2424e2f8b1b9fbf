#pragma once

#include <cstdint>
#include <vector>

namespace payonce::bench {

/// What a piece of work took: time on the wall, and processor time of this process, the kernel's share included.
struct Spent {
  double wall_us = 0;
  double cpu_us = 0;

  [[nodiscard]] Spent per(std::int64_t operations) const;
};

/// Starts when it is made.
class Meter {
 public:
  Meter();
  [[nodiscard]] Spent spent() const;

 private:
  std::int64_t wall_ns_;
  std::int64_t cpu_ns_;
};

template <class Work>
Spent timed(Work&& work) {
  const Meter meter;
  work();
  return meter.spent();
}

/// The middle one; of an even number the mean of the two in the middle. Nothing disturbs it that hits fewer than half.
[[nodiscard]] double median(std::vector<double> numbers);

/// The most memory this process has had since the last reset, in MiB.
[[nodiscard]] double peak_memory_mib();
void reset_peak_memory();

}  // namespace payonce::bench
