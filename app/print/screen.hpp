#pragma once

#include <cstddef>

namespace payonce {

/// The columns of the terminal behind this descriptor: COLUMNS where it is set to a number, else what the terminal says.
/// 0 is no limit: a file, a pipe, or a terminal that does not know.
[[nodiscard]] std::size_t screen_width(int descriptor);

}  // namespace payonce
