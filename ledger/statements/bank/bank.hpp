#pragma once

#include <streambuf>
#include <string_view>

#include "ledger/statements/reading.hpp"

namespace payonce::statements {

/// Statements of banks beside MT940, as `read` of reader.hpp promises. The bytes are those of the file: both formats say by
/// themselves in what charset they are.
[[nodiscard]] Reading read_camt(std::streambuf& bytes, const Sink& sink);
/// `beginning` tells version 1 from 2: the first is SGML without end tags, the second XML.
[[nodiscard]] Reading read_ofx(std::streambuf& bytes, std::string_view beginning, const Sink& sink);

}  // namespace payonce::statements
