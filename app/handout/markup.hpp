#pragma once

#include <string>
#include <string_view>

namespace payonce::handout {

/// Text as it stands between the tags, or in the quotes, of HTML and SVG: no byte of it is markup, and what cannot be shown is
/// shown as such (values/wide.hpp). Line ends become spaces.
[[nodiscard]] std::string as_markup(std::string_view text);

/// JSON as it may stand inside a script element: no value in it can end the element or begin a comment there. It means the same.
[[nodiscard]] std::string inside_script(std::string_view json);

/// Standard base64, with its padding.
[[nodiscard]] std::string base64(std::string_view bytes);

/// "sha256-…" of an inline script or style, as a Content-Security-Policy names what alone may run.
[[nodiscard]] std::string policy_hash(std::string_view text);

}  // namespace payonce::handout
