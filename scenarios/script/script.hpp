#pragma once

#include <string_view>
#include <vector>

#include "scenarios/script/complaints.hpp"
#include "scenarios/script/printer.hpp"
#include "scenarios/script/story.hpp"
#include "scenarios/script/tree.hpp"
#include "scenarios/script/vocabulary.hpp"

namespace payonce::script {

/// A `.lab` file, read: `tree` is what print() takes, `stories` has one entry a scenario, in order. Where there are errors,
/// in order of their place, the rest is incomplete and for nobody to use.
struct Script {
  Tree tree;
  std::vector<Story> stories;
  std::vector<Error> errors;
};

/// Reads any bytes, in time linear in their number. parse(print(parse(x).tree)) gives what parse(x) gave.
[[nodiscard]] Script parse(std::string_view bytes, const Vocabulary& vocabulary);

}  // namespace payonce::script
