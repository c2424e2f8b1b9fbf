#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "scenarios/player/response.hpp"
#include "scenarios/player/stage.hpp"
#include "scenarios/script/story.hpp"

namespace payonce::player {

/// A real process that does one step of a story with connections of its own. It is started with everything opened and waits;
/// let_go() sets it off; it ends, is killed at its label, or stalls at it and is woken later. It dies with whoever started it.
class Child {
 public:
  /// Forks. The stage's own connections are closed before, as a process that holds a file open may not fork.
  Child(Stage& stage, const script::Step& step, const Currency& currency);
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;
  /// Kills it where it still lives.
  ~Child();

  /// Waits until its files are open. False where it died before.
  [[nodiscard]] bool ready();
  /// Sets it off, or wakes it where it stalled, with the clocks as they stand now.
  void let_go(StageWorld& world);
  /// Waits for what it has to say: a response, `stalled`, or `killed`.
  [[nodiscard]] Response response();
  /// The time it has let pass since it was set off.
  [[nodiscard]] std::int64_t passed_ns() const { return *passed_ns_; }

 private:
  [[noreturn]] void live(Stage& stage, const script::Step& step, const Currency& currency, int parent);
  void reap();

  pid_t pid_ = -1;
  int line_ = -1;                      // to the child and back
  std::int64_t* passed_ns_ = nullptr;  // memory that both see
  bool killed_itself_ = false;
};

/// Each step in a process of its own, all set off at the same moment. Their time passes side by side.
[[nodiscard]] std::vector<Response> at_the_same_moment(Stage& stage, const std::vector<script::Step>& steps,
                                                       const Currency& currency);

}  // namespace payonce::player
