#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/values/result.hpp"
#include "scenarios/laboratory/matrix.hpp"
#include "scenarios/laboratory/trace.hpp"

namespace payonce::lessons {

/// What a learner is asked before anything is shown, and what the laboratory itself found to be right.
struct Question {
  enum class Kind {
    share,  // how many of the schedules leak under the layers shown
    harm,   // what comes of it with every layer off
    alone,  // which layers stop it standing alone
  };
  struct Option {
    std::string word;  // some, DOUBLE
    Text about;
  };
  Kind kind = Kind::share;
  Text asks;
  std::vector<Option> options;
  std::vector<std::string> right;  // share, harm: each of these words is right; alone: all of them together, or none
};
/// share, harm, alone.
[[nodiscard]] std::string_view name(Question::Kind kind);

/// The words of an answer, as the question spells them: one of its options, or (alone) any of its letters in their order.
using Answer = std::vector<std::string>;

/// An option by its letter (a the first), its number or its word; letters of layers as SV, S|V or S+V, and `none` for no layer. A Fault
/// that says what is understood.
[[nodiscard]] Result<Answer> understood(const Question& question, std::string_view word);
[[nodiscard]] bool right(const Question& question, const Answer& answer);
/// "some", "S V", "none"; of what is right: "DOUBLE | STUCK".
[[nodiscard]] std::string spelled(const Question& question, const Answer& answer);
[[nodiscard]] std::string right_spelled(const Question& question);

/// One experiment as it is taught: what is shown, what is asked of it, and what there is to reveal.
struct Lesson {
  const script::Story* story = nullptr;
  laboratory::MatrixRow row;        // under every set of on and off
  laboratory::Cell shown;           // under the layers that the first question speaks of
  std::vector<Question> questions;  // those whose answer the laboratory knows
  std::optional<laboratory::Trace>
      leak;  // the shortest under the layers shown, or, where these are safe, under the most that leak
};

/// From a row whose cells have been looked at. Without `layers` a set is chosen that divides opinions: the most layers that still leak, the
/// fewest that do not, or one under which some schedules leak and others do not; which of them follows from the experiment alone. Looks at
/// cells that are none of the row's, and for the shortest leak, within the budget of `options`. Throws Unplayable.
[[nodiscard]] Lesson lesson_of(laboratory::MatrixRow row, const laboratory::MatrixOptions& options,
                               const std::optional<laboratory::LayerSet>& layers);

}  // namespace payonce::lessons
