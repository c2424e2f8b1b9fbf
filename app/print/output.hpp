#pragma once

namespace payonce {

/// Everything printed so far has left the program. False where any of it could not be written (a full disk, a closed pipe):
/// every command asks this last and ends with the status for storage trouble, since a report that was cut off must not look
/// like a report that was empty.
[[nodiscard]] bool flush_output();

}  // namespace payonce
