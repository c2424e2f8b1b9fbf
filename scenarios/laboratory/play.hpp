#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ledger/store/memory_files.hpp"
#include "scenarios/laboratory/actor.hpp"
#include "scenarios/laboratory/choice.hpp"
#include "scenarios/laboratory/layer_set.hpp"
#include "scenarios/laboratory/verdict.hpp"
#include "scenarios/player/wrong.hpp"

namespace payonce::laboratory {

/// One experiment under one set of layers, set up once and played any number of times: the real pipeline over real files in memory,
/// a process an actor. It is deterministic: the same choices lead to the same state. For one thread (and those of its actors).
class Play {
 public:
  /// Throws Unplayable where its world cannot be set up.
  Play(const script::Story& story, const LayerSet& layers, Grain grain);
  Play(const Play&) = delete;
  Play& operator=(const Play&) = delete;
  ~Play();

  /// Whether this play can be had under other layers without being set up anew: they want the same schema and the same channels.
  [[nodiscard]] bool can_become(const LayerSet& layers) const;
  /// The same experiment under these layers from here on, at its first moment.
  void become(const LayerSet& layers);

  /// Back to the first moment.
  void begin();
  /// Everything that can come next, in the order of the actors; crashes that the experiment allows behind them. Nothing: the end.
  [[nodiscard]] std::vector<Choice> choices() const;
  /// Does it. The turn's named points are passed() until the next one.
  void take(Choice choice);
  [[nodiscard]] const std::vector<Step>& passed() const;

  /// A number that stands for everything that can still make a difference: equal where two paths have led to the same.
  [[nodiscard]] std::uint64_t state();
  /// At the end of a schedule: what came of it. Changes nothing.
  [[nodiscard]] Verdict judge();

  [[nodiscard]] const script::Story& story() const { return story_; }
  [[nodiscard]] const LayerSet& layers() const { return layers_; }
  [[nodiscard]] std::size_t actors() const { return actors_.size(); }
  [[nodiscard]] const Actor& actor(std::size_t index) const { return *actors_[index]; }
  [[nodiscard]] const Clock& clock() const { return clock_; }
  /// The judge's own connections: to look, never to change.
  [[nodiscard]] player::Hands& judge_hands() { return *judge_; }
  [[nodiscard]] World& judge_world() { return *judge_world_; }

 private:
  void power_fails();
  [[nodiscard]] bool may_begin(std::size_t actor) const;
  [[nodiscard]] bool may_crash(std::size_t actor) const;

  const script::Story story_;
  LayerSet layers_;
  script::Story set_;  // the same, under these layers
  const bool power_may_fail_;
  MemoryFiles files_;
  MemoryFiles outside_;  // the channels' own machines, whose power does not fail with ours
  Clock clock_;
  Clock first_;
  player::Permits permits_;
  player::Permits first_permits_;
  std::vector<std::unique_ptr<Actor>> actors_;
  std::unique_ptr<ActorWorld> judge_world_;
  std::optional<player::Hands> judge_;
  std::shared_ptr<const MemoryFiles::Image> image_;
  std::shared_ptr<const MemoryFiles::Image> outside_image_;
  std::vector<std::uint32_t> crashes_;  // by fault: how often in this run
  std::optional<std::size_t> last_;     // whose turn it was
};

/// The world of an experiment is not one that can be set up.
struct Unplayable {
  std::string experiment;
  player::Wrong wrong;
};

}  // namespace payonce::laboratory
