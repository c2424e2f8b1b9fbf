#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scenarios/script/complaints.hpp"
#include "scenarios/script/expected.hpp"
#include "scenarios/script/step.hpp"

namespace payonce::script {

/// What somebody really wants: the truth an experiment is judged by, which no layer may read (laboratory.md 2.6).
struct Intent {
  enum class Kind {
    once,   // buy = pay o1 once: it moves `times` times
    ends,   // wish = order o9 ends cancelled: the order's status at the end
    keeps,  // shelf = stock tea keeps 2: so many are on hand at the end, at the least
  };
  std::string name;  // buy
  Kind kind = Kind::once;
  Verb verb = Verb::pay;
  std::vector<std::string> words;   // as of a step: o1
  std::vector<Argument> arguments;  // as of a step, of those that say what is meant: amount=50.00
  std::uint32_t times = 1;          // once, twice, 3 times: how often it may move, and should
  bool at_most = false;             // at-most once: it may move so often, and need not at all
  std::string state;                // ends: the order's status
  std::uint32_t left = 0;           // keeps
  Place place;

  [[nodiscard]] const std::string* argument(std::string_view name_of) const { return value_of(arguments, name_of); }
  friend bool operator==(const Intent&, const Intent&) = default;
};

/// A process of its own that does its steps one after the other, while the others do theirs.
struct Actor {
  std::string name;
  std::vector<Step> steps;         // without expectations; their text has neither the actor's name nor its pairs
  std::vector<std::string> after;  // actors that must have ended, or died, before it begins
  std::string intent;              // the intent of each of its steps, or empty
  std::vector<Argument> settings;  // resume=on|off
  Place place;

  [[nodiscard]] const std::string* setting(std::string_view name_of) const { return value_of(settings, name_of); }
  friend bool operator==(const Actor&, const Actor&) = default;
};

/// `crash first at=any max=1`: the actor may be killed just before a step of this label, in each schedule or not.
struct CrashFault {
  static constexpr std::string_view anywhere = "any";
  std::string actor;
  std::string at = std::string(anywhere);  // a label, or any
  std::uint32_t max = 1;                   // so often in one schedule, at the most
  Place place;
  friend bool operator==(const CrashFault&, const CrashFault&) = default;
};

/// `lose first`: what the actor is answered never reaches its client.
struct ReplyFault {
  std::string actor;
  Place place;
  friend bool operator==(const ReplyFault&, const ReplyFault&) = default;
};

enum class Schedule {
  all,         // every order of the actors' steps
  sequential,  // in-order: one actor after the other, as they are written
};

/// Several actors that meet in every order, and what must come of it. Every name in it is that of something that is there,
/// and no actor waits for itself.
struct Experiment {
  std::vector<Intent> intents;
  std::vector<Actor> actors;
  std::vector<CrashFault> crashes;
  std::vector<ReplyFault> lost_replies;
  Schedule schedule = Schedule::all;
  std::vector<Expected> expects;
  friend bool operator==(const Experiment&, const Experiment&) = default;
};

}  // namespace payonce::script
