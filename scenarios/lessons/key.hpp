#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/values/result.hpp"
#include "scenarios/laboratory/choice.hpp"

namespace payonce::lessons {

/// What a learner who is the scheduler can say: whose turn it is, or a question.
struct Key {
  enum class Kind { step, crash, tick, undo, restart, hint, finish, par, trace, tables, help, quit };
  Kind kind = Kind::step;
  std::size_t actor = 0;  // step, crash
};

/// The keys of a game of these actors. An actor is named by its name, its number from 1, or its letter as in the id of a schedule: `a`
/// the first takes its turn, `A` it dies.
class Keys {
 public:
  explicit Keys(std::vector<std::string> actors);

  /// Whether the word says nothing without another one behind it: step, crash.
  [[nodiscard]] static bool takes_an_actor(std::string_view word);
  /// `second` is the word behind one that takes an actor, else it is not looked at. A Fault that names the nearest word.
  [[nodiscard]] Result<Key> read(std::string_view word, std::string_view second) const;

  /// The letter of an actor: 'a' the first.
  [[nodiscard]] static char letter(std::size_t actor) { return static_cast<char>('a' + actor); }
  /// As a program writes it down: "a", "A", "undo".
  [[nodiscard]] static std::string spelled(const Key& key);

 private:
  [[nodiscard]] Result<std::size_t> actor(std::string_view word) const;

  std::vector<std::string> actors_;
};

}  // namespace payonce::lessons
