#include "app/print/progress.hpp"

#include <unistd.h>

#include <cstdio>
#include <utility>

#include <fmt/format.h>

#include "ledger/values/wide.hpp"

namespace payonce {
namespace {

// Before a second is over nobody wonders; ten drawings a second look smooth and cost nothing.
constexpr std::int64_t silent_ns = seconds(1).ns;
constexpr std::int64_t between_drawings_ns = milliseconds(100).ns;
constexpr std::size_t widest_line = 79;  // a line that wraps cannot be drawn over

constexpr std::string_view line_start = "\r\x1B[K";  // back to the first column, and clear to the end of the line

}  // namespace

ProgressSink standard_error() {
  return {[](std::string_view text) {
            // Nothing depends on it: a closed standard error must not fail the work it tells of.
            (void)std::fwrite(text.data(), 1, text.size(), stderr);
            (void)std::fflush(stderr);
          },
          isatty(STDERR_FILENO) == 1};
}

Progress::Progress(World& world, std::string what, std::uint64_t total, ProgressSink sink)
    : world_(world), what_(std::move(what)), total_(total), sink_(std::move(sink)), started_ns_(world.boot_ns()) {}

Progress::~Progress() {
  if (finished_ || drawn_ns_ == 0) return;
  try {
    sink_.write("\n");
  } catch (...) {  // a line on a screen is not worth ending the program for
  }
}

std::string Progress::line() const {
  const std::int64_t tenths = elapsed_ns() / milliseconds(100).ns;
  const std::string count = total_ == 0 ? std::to_string(done_) : fmt::format("{}/{}", done_, total_);
  const std::string tail = fmt::format(": {}, {}.{} s", count, tenths / 10, tenths % 10);
  const std::size_t taken = display_width(tail);
  return cut(printable(what_), taken < widest_line ? widest_line - taken : 0) + tail;
}

void Progress::advance(std::uint64_t count) {
  done_ += count;
  if (!sink_.terminal || finished_) return;
  const std::int64_t now = elapsed_ns();
  if (now < silent_ns || (drawn_ns_ != 0 && now - drawn_ns_ < between_drawings_ns)) return;
  drawn_ns_ = now;
  sink_.write(std::string(line_start) + line());
}

void Progress::finish() {
  if (std::exchange(finished_, true) || elapsed_ns() < silent_ns) return;
  sink_.write((sink_.terminal ? std::string(line_start) : std::string{}) + line() + "\n");
}

}  // namespace payonce
