#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "schema/embed/source.hpp"

namespace payonce::embed {

/// The named parameters of one SQL statement, each once, in order of first appearance. What looks like a parameter inside a
/// literal, a quoted identifier or a comment is none. `first_line` is the line of the file on which `sql` begins.
/// Refuses `?`, `@x` and `$x`, an open literal or comment, and a second statement after a `;`.
[[nodiscard]] std::vector<std::string> scan_statement(const Source& source, std::size_t first_line,
                                                      std::string_view sql);

/// Whether C++ lets a member or a struct have this name.
[[nodiscard]] bool is_cpp_name(std::string_view name);

}  // namespace payonce::embed
