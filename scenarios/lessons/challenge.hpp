#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scenarios/laboratory/explorer.hpp"
#include "scenarios/laboratory/tally.hpp"
#include "scenarios/laboratory/trace.hpp"
#include "scenarios/lessons/key.hpp"

namespace payonce::lessons {

/// What is known of the place a game stands at, from having looked at every schedule.
struct Outlook {
  bool known = true;  // false: the budget was over before this place was looked at
  laboratory::Count schedules;
  laboratory::Count leaking;
  std::optional<std::uint32_t> to_leak;  // turns to the end of the nearest schedule that leaks; nothing: none does
};

/// One level of a game in which the learner is the scheduler (laboratory.md 5.5): an experiment under a set of layers, a turn at a
/// time, over the real pipeline. Every turn is really taken; a turn that is taken back is one that is played anew without it.
class Challenge {
 public:
  /// Looks at every schedule first. Throws Unplayable.
  Challenge(const script::Story& story, const laboratory::LayerSet& layers, laboratory::Grain grain,
            const laboratory::Budget& budget);

  [[nodiscard]] const script::Story& story() const { return story_; }
  [[nodiscard]] const laboratory::LayerSet& layers() const { return layers_; }
  [[nodiscard]] const laboratory::Tally& all() const { return all_; }
  /// The fewest turns in which a schedule leaks; nothing where none does, or none was met within the budget.
  [[nodiscard]] std::optional<std::uint32_t> par() const;
  [[nodiscard]] const Keys& keys() const { return keys_; }

  /// What can come next. Nothing: the schedule is at its end.
  [[nodiscard]] std::vector<laboratory::Choice> choices() const { return play_.choices(); }
  [[nodiscard]] bool over() const { return choices().empty(); }
  [[nodiscard]] Outlook outlook() const;
  /// Whose turn leads to the nearest leak; nothing where none is known.
  [[nodiscard]] std::optional<laboratory::Choice> hint() const;
  /// The one whose turn lets time pass. A Fault where there is none, or more than one.
  [[nodiscard]] Result<laboratory::Choice> tick() const;

  /// Takes a turn, or says why it cannot be taken; then nothing has changed.
  [[nodiscard]] std::optional<Text> take(laboratory::Choice choice);
  /// False at the beginning.
  bool undo();
  void restart();

  /// What has been played, with the real rows that every turn changed; at its end with the verdict.
  [[nodiscard]] const laboratory::Trace& trace() const { return trace_; }
  /// The wishes that have moved more often than they may by now, though the schedule is not over.
  [[nodiscard]] std::vector<laboratory::Moved> too_often();
  /// What is otherwise in the tables than it was at the beginning.
  [[nodiscard]] std::vector<laboratory::Change> tables();
  /// Where an actor stands and, where it cannot go on, why.
  [[nodiscard]] Text stands(std::size_t actor) const;
  [[nodiscard]] std::size_t actors() const { return play_.actors(); }
  [[nodiscard]] const laboratory::Actor& actor(std::size_t index) const { return play_.actor(index); }
  /// How many different schedules have been played to their end in this game.
  [[nodiscard]] std::size_t tried() const { return tried_.size(); }

 private:
  void go_to(laboratory::Path path);
  [[nodiscard]] laboratory::Graph::NodeId node() const;
  [[nodiscard]] Text why_not(laboratory::Choice choice) const;
  [[nodiscard]] std::string waits_for(std::size_t actor) const;

  const script::Story& story_;
  const laboratory::LayerSet layers_;
  const laboratory::Grain grain_;
  laboratory::Play play_;
  laboratory::Graph graph_;
  laboratory::Tally all_;
  std::vector<laboratory::Count> schedules_;  // from each state on
  std::vector<laboratory::Count> leaking_;
  std::vector<std::uint32_t> distances_;
  std::vector<TableContent> first_;
  Keys keys_;
  laboratory::Path path_;
  laboratory::Trace trace_;
  std::set<laboratory::Path> tried_;
};

}  // namespace payonce::lessons
