#pragma once

#include "app/command.hpp"

namespace payonce {

/// One-time tokens: one page, one submit.
[[nodiscard]] Command token_issue_command();
[[nodiscard]] Command token_show_command();
[[nodiscard]] Command token_list_command();

}  // namespace payonce
