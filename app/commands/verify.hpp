#pragma once

#include "app/command.hpp"

namespace payonce {

/// Whether the file still is the book that was written.
[[nodiscard]] Command verify_command();
/// How far the book has come, to be kept elsewhere.
[[nodiscard]] Command checkpoint_command();

}  // namespace payonce
