#pragma once

#include <semaphore>

namespace payonce::laboratory {

/// The one word in a play: whoever drives an experiment and each of its actors have threads of their own, and exactly one of them
/// runs at any time. What one writes before it hands over the other sees.
class Handover {
 public:
  /// The driver lets the actor go on and waits until it hands back.
  void go_on() {
    to_actor_.release();
    to_driver_.acquire();
  }
  /// The actor hands back and waits until it may go on.
  void hand_back() {
    to_driver_.release();
    to_actor_.acquire();
  }
  /// The actor waits for its first word, and gives its last.
  void await() { to_actor_.acquire(); }
  void leave() { to_driver_.release(); }
  /// The driver lets the actor go on and waits for nothing: its thread comes to its end.
  void dismiss() { to_actor_.release(); }

 private:
  std::binary_semaphore to_actor_{0};
  std::binary_semaphore to_driver_{0};
};

}  // namespace payonce::laboratory
