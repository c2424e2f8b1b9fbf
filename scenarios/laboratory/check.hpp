#pragma once

#include <string>
#include <vector>

#include "scenarios/laboratory/cell.hpp"
#include "scenarios/laboratory/matrix.hpp"

namespace payonce::laboratory {

/// One line of `expect`, held against what exploring gives.
struct Checked {
  enum class Answer { holds, fails, unknown };
  script::Place place;
  std::string line;  // as it is written
  Answer answer = Answer::holds;
  Text got;  // where it does not hold
};

/// Every line of an experiment's expectations. Without expectations: nothing, which is no success either.
[[nodiscard]] std::vector<Checked> check(const script::Story& story, const MatrixOptions& options);

/// The experiment with the changes that a variant names.
[[nodiscard]] script::Story varied(const script::Story& story, const std::vector<script::Change>& changes);

}  // namespace payonce::laboratory
