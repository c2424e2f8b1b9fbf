#pragma once

#include <vector>

#include "app/command.hpp"

namespace payonce {

/// Every command, in the order the help shows them.
[[nodiscard]] const std::vector<Command>& all_commands();
/// The first words of commands of two words.
[[nodiscard]] const std::vector<Group>& all_groups();
/// The options that may stand before or behind any command.
[[nodiscard]] const std::vector<Option>& global_options();

}  // namespace payonce
