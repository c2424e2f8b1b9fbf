#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ledger/values/text.hpp"
#include "scenarios/laboratory/schedule.hpp"
#include "scenarios/laboratory/shrinking.hpp"
#include "scenarios/script/story.hpp"

namespace payonce::laboratory {

/// A kept case: one experiment in a file of its own, and above it, as comments, one schedule of it and how that ends:
///   # schedule L1.3f9a2c.K0S0.aabb
///   # outcome DOUBLE
/// To every other command it is an experiment like any other. Once its cause is mended its outcome is "nothing".
struct Case {
  static constexpr std::string_view nothing = "nothing";
  Schedule schedule;
  std::string outcome;  // of an Ending; "" where nothing is wrong
};

/// The file of a case.
[[nodiscard]] std::string case_text(const Leak& leak);
/// What the comments of a file say. A Fault ("schedule", "outcome") where it has none, or one that cannot be read.
[[nodiscard]] Result<Case> case_in(std::string_view bytes);

/// Whether a case still ends as it is recorded; else why not. Its schedule holds where something was decided: whoever is alone may
/// take more turns than it did, or fewer.
struct Replayed {
  bool same = false;
  std::string outcome;  // of today
  Text why;             // not the same
};
[[nodiscard]] Replayed replayed(const script::Story& story, const Case& one);

}  // namespace payonce::laboratory
