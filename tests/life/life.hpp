#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/life/event.hpp"
#include "tests/life/model.hpp"
#include "tests/life/place.hpp"

namespace payonce::life {

/// Where a life went wrong.
struct Failure {
  int event = 0;     // its id; -1 for the end of the life
  std::string what;  // in words
  /// What kind of failure it is: the words without names and numbers. A shorter list that fails the same way is the same.
  [[nodiscard]] std::string kind() const;
};

struct Terms {
  Lie lie = Lie::none;
  bool laws = true;        // ask them after each event; a life that is only lived again need not
  bool ends = true;        // play the endings as well: recover, replay, late messages in another order
  bool held_back = false;  // no message of the channel arrives before the end
  /// After this event the book is damaged by hand, past every rule.
  int damaged_behind = -1;
  std::string damage{};
};

/// What became of one life, for whoever wants to know that two of them are the same.
struct Outcome_of_life {
  std::optional<Failure> failure;
  Sight last;
  std::map<std::string, int> told;  // how often which outcome, "replayed", and what the model met
  int died = 0;
};

/// Lives these events on a copy of the ground; after each of them every law is asked and the book is compared with the model.
[[nodiscard]] Outcome_of_life live(const Ground& ground, std::uint64_t seed, const std::vector<Event>& events,
                                   const Terms& terms = {});

/// Drops events for as long as the rest fails in the same way, the longest runs first; gives the shortest list found.
[[nodiscard]] std::vector<Event> shrunk(const Ground& ground, std::uint64_t seed, std::vector<Event> events,
                                        const Failure& failure, const Terms& terms = {});

/// As a case file: the failure and the seed as comments, `held_back` where no message arrived before the end, then a line an
/// event.
[[nodiscard]] std::string case_file(std::uint64_t seed, const std::vector<Event>& events, const Failure& failure,
                                    const Terms& terms = {});

}  // namespace payonce::life
