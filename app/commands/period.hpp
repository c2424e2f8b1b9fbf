#pragma once

#include "app/command.hpp"

namespace payonce {

/// Days whose books are done: closed and sealed, opened again on the record, or locked for ever.
[[nodiscard]] Command period_close_command();
[[nodiscard]] Command period_lock_command();
[[nodiscard]] Command period_reopen_command();
[[nodiscard]] Command period_list_command();

}  // namespace payonce
