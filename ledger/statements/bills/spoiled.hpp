#pragma once

#include <optional>
#include <string_view>

#include "ledger/statements/line.hpp"

namespace payonce::statements {

/// Whether a spreadsheet has spoiled an id: "4.20001E+27" was a number of 28 digits, and so was one of which nothing but zeros
/// is left behind the fifteenth digit, since a spreadsheet keeps no more. Ids of at most twenty digits are not judged by
/// their zeros: one in a hundred thousand ends in five of its own.
[[nodiscard]] bool spoiled_id(std::string_view id);

/// A time as a spreadsheet writes it: 2026/8/1 0:00, or with seconds.
[[nodiscard]] std::optional<Moment> spreadsheet_time(std::string_view text);

}  // namespace payonce::statements
