#pragma once

#include <cstddef>
#include <string_view>

namespace payonce {

/// What stands in UTF-8 text where bytes are no UTF-8.
inline constexpr char32_t replacement_character = U'\uFFFD';
inline constexpr std::string_view replacement_utf8 = "\xEF\xBF\xBD";

struct CodePoint {
  char32_t value = replacement_character;
  std::size_t size = 1;  // bytes it takes, at least 1
  bool valid = false;
};

/// The code point that begins at `at`, which must lie inside the text. Overlong forms, surrogates, values past U+10FFFF and
/// cut sequences are not valid; they take the bytes of the longest beginning that could have become valid, so that a reader
/// who replaces each by one U+FFFD agrees with other programs (Unicode, table 3-7 and section 3.9).
[[nodiscard]] CodePoint code_point_at(std::string_view text, std::size_t at) noexcept;

/// Whether all of it is UTF-8: text that is not cannot be shown, exported or read back by other programs.
[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

}  // namespace payonce
