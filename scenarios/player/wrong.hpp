#pragma once

#include <string>
#include <vector>

#include "ledger/values/answer.hpp"
#include "ledger/values/text.hpp"
#include "scenarios/script/story.hpp"

namespace payonce::player {

/// The first thing in a story that did not go as it says.
struct Wrong {
  script::Place place;
  std::string step{};  // the line, as the printer spells it
  Text expected;
  Text got;
  std::vector<TraceLine> trace{};
};

}  // namespace payonce::player
