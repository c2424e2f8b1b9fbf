#pragma once

#include <string_view>
#include <vector>

#include "scenarios/script/tree.hpp"

namespace payonce::script {

/// Brings the words of one line into their one spelling, as far as its section has one. Doing it twice changes nothing more.
void spell(std::string_view section, std::vector<Word>& words);

}  // namespace payonce::script
