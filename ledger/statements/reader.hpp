#pragma once

#include <istream>

#include "ledger/statements/map.hpp"
#include "ledger/statements/reading.hpp"

namespace payonce::statements {

/// What the bytes are, by their content and never by a file's name. MT940 is recognised by its own tags; anything else that is
/// read today is a separated file, which only its map can explain.
[[nodiscard]] Format detect(std::string_view beginning);
/// How many bytes detect() needs.
inline constexpr std::size_t enough_to_detect = 4096;

/// Reads one file from its beginning to its end and gives what it holds to the sink, line by line; memory has a bound that does
/// not grow with the file. `in` must be able to go back to its beginning. `map` may be null: then a separated file is refused
/// as file_unknown_layout. Bad content is never an exception and never a guess, but a break in the Reading. A row that cannot
/// be read is not given; its break names its line.
[[nodiscard]] Reading read(std::istream& in, const FieldMap* map, const Sink& sink);

[[nodiscard]] Reading read_csv(std::istream& in, const FieldMap& map, const Sink& sink);
[[nodiscard]] Reading read_mt940(std::istream& in, const Sink& sink);

}  // namespace payonce::statements
