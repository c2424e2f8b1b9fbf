#pragma once

#include "tests/house/file.hpp"

namespace payonce::house {

/// Only app prints.
[[nodiscard]] Findings prints(const File& file);
/// Only world knows the time and chance.
[[nodiscard]] Findings asks_time_or_chance(const File& file);
/// Only the engine (and what stands above the ledger) talks to the channel; a layer may know what it answered.
[[nodiscard]] Findings talks_to_channel(const File& file);
/// SQL lies in schema/. The store's own few words (BEGIN, PRAGMA …) are its trade.
[[nodiscard]] Findings holds_sql(const File& file);
/// SQL is handed the time and never asks for it, nor for chance.
[[nodiscard]] Findings sql_asks_time_or_chance(const File& file);
/// A file past 300 lines (400 of SQL) is usually two nouns.
[[nodiscard]] Findings too_long(const File& file);
/// A test whose name holds a semicolon: CMake splits it there, and what is left runs no test.
[[nodiscard]] Findings splits_its_name(const File& file);
/// Promises to do something later, and CR characters.
[[nodiscard]] Findings left_behind(const File& file);

}  // namespace payonce::house
