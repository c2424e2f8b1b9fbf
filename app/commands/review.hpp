#pragma once

#include "app/command.hpp"

namespace payonce {

[[nodiscard]] Command review_list_command();
[[nodiscard]] Command review_resolve_command();

}  // namespace payonce
