#pragma once

#include <streambuf>
#include <string_view>

#include "ledger/statements/map.hpp"
#include "ledger/statements/reading.hpp"

namespace payonce::statements {

/// Reads a file that is no archive. `bytes` begins with `beginning`, which has been looked at and not been read.
[[nodiscard]] Reading read_plain(std::streambuf& bytes, std::string_view beginning, const FieldMap* map,
                                 const Sink& sink);

/// Reads a zip file with one such file inside.
[[nodiscard]] Reading read_zip(std::streambuf& bytes, const FieldMap* map, const Sink& sink);

}  // namespace payonce::statements
