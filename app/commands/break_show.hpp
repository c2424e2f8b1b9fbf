#pragma once

#include "app/command.hpp"

namespace payonce {

/// `break show`: both sides beside each other, and everything that stands behind them.
[[nodiscard]] Command break_show_command();
/// `break suggest`: what stands alone on both sides and may belong together.
[[nodiscard]] Command break_suggest_command();

}  // namespace payonce
