#pragma once

#include <chrono>
#include <cstdint>

#include "ledger/values/duration.hpp"

namespace payonce {

/// Waiting for one's turn at a file: short sleeps of uneven length that grow from 0.2 to 5 ms, for no longer than `limit`.
/// Uneven, so that many processes that wait for one lock do not come back in step. The clock used here only bounds a wait
/// and never reaches a row, which is why it is not the World's.
class Patience {
 public:
  explicit Patience(Duration limit);

  /// A new wait begins; its time starts to run at the first pause.
  void renew();
  /// Sleeps a little and says true, or says false at once when the time is up.
  [[nodiscard]] bool pause();

 private:
  std::chrono::nanoseconds limit_;
  std::chrono::steady_clock::time_point until_;
  int pauses_ = 0;
  std::uint64_t jitter_;
};

}  // namespace payonce
