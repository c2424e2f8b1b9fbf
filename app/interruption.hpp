#pragma once

#include <csignal>

namespace payonce {

/// While it lives, the first wish to end this process (INT, TERM, HUP) is only heard, so that work which leaves something behind
/// can come to a good place first. The second ends it at once, as does every one behind its life.
class Interruption {
 public:
  Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  [[nodiscard]] bool wished() const;
  /// Ends the process by the signal that was heard, so that whoever waits for it learns of it. Only where one was.
  [[noreturn]] void end() const;

 private:
  struct sigaction before_[3];
};

}  // namespace payonce
