#pragma once

#include <string>

#include "app/command.hpp"

namespace payonce {

/// Who takes a step that is written down with a name: --actor, else the user of this process.
[[nodiscard]] Option actor_option();
[[nodiscard]] std::string actor_from(const Arguments& given);

}  // namespace payonce
