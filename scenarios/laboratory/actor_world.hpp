#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "ledger/store/turns.hpp"
#include "ledger/world/world.hpp"
#include "scenarios/laboratory/clock.hpp"
#include "scenarios/player/stage_world.hpp"

namespace payonce::laboratory {

/// The process of this actor is dead: thrown where it stood, and caught by nobody but its actor. Everything it still tries to do
/// on the way out is refused (laboratory.md 2.4).
struct ActorKilled {};

/// Whether an actor stops before each transaction and each effect outside, or before each statement as well.
enum class Grain { coarse, statements };

/// The world of one actor: the clock of all, chance of its own, and a place to stop before whatever others could see. It folds
/// everything the actor learns to one number: two actors that have seen the same go on in the same way (laboratory.md 2.3).
class ActorWorld : public player::StageWorld, public Turns {
 public:
  /// `stop` is called where the actor has to wait for its turn; it may throw ActorKilled.
  ActorWorld(Clock& clock, std::uint64_t seed, Grain grain, std::function<void()> stop);

  std::int64_t wall_ns() override;
  std::int64_t boot_ns() override;
  void random(std::span<std::byte> buffer) override;
  void pass(Duration duration) override;
  void step(Step step) override;
  void jump(std::int64_t by_ns) override;
  [[nodiscard]] std::int64_t jumped_ns() const override { return clock_.jumped_ns; }

  void before_transaction(bool writing) override;
  void before_statement() override;
  [[nodiscard]] bool wait() override;
  void saw(std::uint64_t what) override;

  /// A new run begins: nothing seen, chance from its beginning.
  void begin();
  /// A new turn begins; the first effect needs no stop of its own.
  void begin_turn();
  /// An effect of the experiment's own (time passes, a reconciliation reads) is about to happen.
  void before_effect() { stop_before(); }
  /// What is done from here on is no part of the play: no stops.
  void at_work(bool working) { working_ = working; }
  /// From here on nothing is done any more.
  void die() { dead_ = true; }

  [[nodiscard]] std::uint64_t seen() const { return seen_; }
  void forget_all_but(std::uint64_t what) { seen_ = what; }
  /// The named points that were passed in this turn.
  [[nodiscard]] const std::vector<Step>& passed() const { return passed_; }
  /// The named point it stopped at; none where it stopped before a transaction.
  [[nodiscard]] std::optional<Step> pending() const { return pending_; }
  /// Whether it stopped because another connection is in its way.
  [[nodiscard]] bool blocked() const { return blocked_; }

 private:
  void stop_before();

  Clock& clock_;
  const std::uint64_t seed_;
  const Grain grain_;
  std::function<void()> stop_;
  std::uint64_t random_state_ = 0;
  std::uint64_t seen_ = 0;
  std::vector<Step> passed_;
  std::optional<Step> pending_;
  bool acted_ = false;
  bool working_ = false;
  bool dead_ = false;
  bool blocked_ = false;
};

/// What an acquirer tells is seen like everything else; it is asked in one step and makes nobody stop.
class Watched : public Turns {
 public:
  explicit Watched(ActorWorld& world) : world_(world) {}
  void before_transaction(bool) override {}
  void before_statement() override {}
  [[nodiscard]] bool wait() override { return false; }
  void saw(std::uint64_t what) override { world_.saw(what); }

 private:
  ActorWorld& world_;
};

}  // namespace payonce::laboratory
