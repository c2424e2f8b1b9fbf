#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "ledger/world/world.hpp"

namespace payonce {

/// Where progress is shown: a terminal gets a line that is drawn over, anything else one line at the end.
struct ProgressSink {
  std::function<void(std::string_view)> write;
  bool terminal = false;
};

/// Standard error, unbuffered.
[[nodiscard]] ProgressSink standard_error();

/// Tells a person that work goes on: after one second a line with what is done, how much of the total, and the time it took.
/// Work that ends sooner shows nothing at all. Not a terminal: silent until the end, then one line if it took over a second.
class Progress {
 public:
  /// `total` 0: nobody knows beforehand.
  Progress(World& world, std::string what, std::uint64_t total = 0, ProgressSink sink = standard_error());
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Work that was broken off (an exception passes) leaves the line where it stood.
  ~Progress();

  /// So many more are done; 0 only shows that time passes.
  void advance(std::uint64_t count = 1);
  /// The work is done: the last line stays, with the count it came to.
  void finish();

 private:
  [[nodiscard]] std::string line() const;
  [[nodiscard]] std::int64_t elapsed_ns() const { return world_.boot_ns() - started_ns_; }

  World& world_;
  std::string what_;
  std::uint64_t total_;
  ProgressSink sink_;
  std::int64_t started_ns_;
  std::int64_t drawn_ns_ = 0;  // how far the work was, in time, when the line was last drawn; 0 is never
  std::uint64_t done_ = 0;
  bool finished_ = false;
};

}  // namespace payonce
