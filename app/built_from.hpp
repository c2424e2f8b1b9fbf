#pragma once

#include <string_view>

namespace payonce {

/// The commit this program was built from, a plus behind it where files had changes; "" where it was built from no checkout. The source
/// is written by cmake/commit.cmake at each build: the running program asks nobody.
[[nodiscard]] std::string_view commit();

}  // namespace payonce
