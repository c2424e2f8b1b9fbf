#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "ledger/values/currency.hpp"
#include "scenarios/laboratory/actor_world.hpp"
#include "scenarios/laboratory/handover.hpp"
#include "scenarios/player/audit.hpp"
#include "scenarios/player/response.hpp"
#include "scenarios/player/stage.hpp"
#include "scenarios/script/story.hpp"

namespace payonce::laboratory {

/// One process of an experiment: the product's own code with connections of its own, on a thread of its own that runs only while
/// the driver waits. It does its steps in order, stops before each effect, and can die at any stop.
class Actor {
 public:
  Actor(std::string name, std::vector<script::Step> steps, const Currency& currency, player::Place place, Clock& clock,
        std::uint64_t seed, Grain grain, player::Permits& permits, std::function<void()> power_fails);
  Actor(const Actor&) = delete;
  Actor& operator=(const Actor&) = delete;
  ~Actor();

  enum class State { waiting, finished, dead };

  /// Before the first turn of a run. The files are as they were when its connections were opened.
  void begin();
  /// Before a run: other settings stand in the file, and the processes to come are to know them.
  void read_settings_again() { hands_.ledger().read_settings_again(); }
  /// Runs to its next stop, or to its end.
  void go_on();
  /// Dies where it stands.
  void crash();

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] bool blocked() const { return world_.blocked(); }
  /// Whether it has taken a turn in this run.
  [[nodiscard]] bool begun() const { return !fresh_; }
  [[nodiscard]] std::optional<Step> pending() const { return world_.pending(); }
  /// What came of the steps it has done.
  [[nodiscard]] const std::vector<player::Response>& responses() const { return responses_; }
  /// Of the step it was at in its last turn; the index may be behind the last.
  [[nodiscard]] std::size_t at_step() const { return at_step_; }
  [[nodiscard]] const std::vector<Step>& passed() const { return world_.passed(); }
  /// A number that stands for everything it knows: its place in the play and what it has seen.
  [[nodiscard]] std::uint64_t memory() const;
  [[nodiscard]] const script::Step& step(std::size_t index) const { return steps_[index]; }
  [[nodiscard]] std::size_t steps() const { return steps_.size(); }

 private:
  void live();
  void play();
  [[nodiscard]] player::Response done(const script::Step& step);
  void stop();

  const std::string name_;
  const std::vector<script::Step> steps_;
  const Currency currency_;
  const std::function<void()> power_fails_;  // for all of them, in the middle of this one's turn
  ActorWorld world_;
  Watched watched_;
  player::Hands hands_;
  Handover handover_;
  std::vector<player::Response> responses_;
  State state_ = State::waiting;
  std::size_t at_step_ = 0;
  std::uint64_t turns_ = 0;
  bool fresh_ = true;  // no turn taken in this run
  bool killed_ = false;
  bool dismissed_ = false;
  std::thread thread_;  // the last member: it runs over all others
};

}  // namespace payonce::laboratory
