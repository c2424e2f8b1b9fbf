#pragma once

#include <string_view>
#include <vector>

namespace payonce {

/// The known word that a slip of the hand may have meant, or empty. One slip is forgiven in words of up to four letters, two in
/// longer ones; upper case and `-` for `_` cost nothing, two neighbours exchanged are one slip.
[[nodiscard]] std::string_view nearest(std::string_view word, const std::vector<std::string_view>& known);

}  // namespace payonce
