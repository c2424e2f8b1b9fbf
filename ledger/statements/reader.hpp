#pragma once

#include <istream>

#include "ledger/statements/map.hpp"
#include "ledger/statements/reading.hpp"

namespace payonce::statements {

/// What the bytes are, by their content and never by a file's name: by tags, by element names, or by the names of columns.
/// Format::csv is any other separated file, which only its map can explain; Format::unknown also stands for a zip file, whose
/// member has a format of its own.
[[nodiscard]] Format detect(std::string_view beginning);
/// How many bytes detect() needs.
inline constexpr std::size_t enough_to_detect = 16384;

/// Reads one file from its beginning to its end and gives what it holds to the sink, line by line; memory has a bound that does
/// not grow with the file. `in` need not be able to go back. `map` may be null: then a separated file of no known layout is
/// refused as file_unknown_layout; with one, every separated file is read by it. Bad content is never an exception and never a guess, but a break in the Reading. A row that cannot
/// be read is not given; its break names its line.
[[nodiscard]] Reading read(std::istream& in, const FieldMap* map, const Sink& sink);

[[nodiscard]] Reading read_csv(std::istream& in, const FieldMap& map, const Sink& sink);
[[nodiscard]] Reading read_mt940(std::istream& in, const Sink& sink);

}  // namespace payonce::statements
