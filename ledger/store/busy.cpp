#include "ledger/store/busy.hpp"

#include <unistd.h>

#include <algorithm>
#include <thread>

namespace payonce {

namespace {

// A commit on a good disk takes 0.2 to 0.5 ms, so a shorter first sleep would only burn the processor the holder needs;
// with 5 ms at most, a free lock is noticed soon even by those who have waited long.
constexpr std::int64_t first_ns = 200'000;
constexpr std::int64_t longest_ns = 5'000'000;

}  // namespace

Patience::Patience(Duration limit)
    : limit_(limit.ns),
      // No two processes, and no two waiters of one, begin alike; nothing here needs to be hard to guess.
      jitter_((static_cast<std::uint64_t>(getpid()) << 32) ^ reinterpret_cast<std::uintptr_t>(this) ^
              static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count())) {}

void Patience::renew() { pauses_ = 0; }

bool Patience::pause() {
  const auto now = std::chrono::steady_clock::now();
  if (pauses_ == 0) until_ = now + limit_;
  if (now >= until_) return false;
  jitter_ = jitter_ * 6364136223846793005u + 1442695040888963407u;
  const std::int64_t step = std::min(longest_ns, first_ns << std::min(pauses_ / 4, 6));
  const auto uneven = static_cast<std::int64_t>((jitter_ >> 33) % static_cast<std::uint64_t>(step));
  const auto left = std::chrono::duration_cast<std::chrono::nanoseconds>(until_ - now).count();
  ++pauses_;
  std::this_thread::sleep_for(std::chrono::nanoseconds(std::min(left, step / 2 + uneven / 2)));
  return true;
}

}  // namespace payonce
