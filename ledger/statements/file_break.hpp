#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "ledger/values/text.hpp"

namespace payonce::statements {

/// Why a statement file cannot be trusted (reconciliation.md 1.3). A file with a break may still be matched, but from it nobody
/// may conclude that something is missing at the channel. Spelled as stored and printed; file_over_bounds is ours: a file that
/// would need unbounded memory is refused by name as well.
enum class FileBreak {
  file_missing_day,
  file_not_final,
  file_truncated,
  file_control_total,
  file_balance_chain,
  file_rows_outside_period,
  file_corrupted,
  file_changed,
  file_unknown_layout,
  file_mixed_currency,
  file_over_bounds,
};

inline constexpr std::array all_file_breaks = {
    FileBreak::file_missing_day,    FileBreak::file_not_final,     FileBreak::file_truncated,
    FileBreak::file_control_total,  FileBreak::file_balance_chain, FileBreak::file_rows_outside_period,
    FileBreak::file_corrupted,      FileBreak::file_changed,       FileBreak::file_unknown_layout,
    FileBreak::file_mixed_currency, FileBreak::file_over_bounds};

[[nodiscard]] std::string_view name(FileBreak code);
/// One sentence: what it means for whoever wants to rely on the file.
[[nodiscard]] Text sentence(FileBreak code);

/// One break met in a file.
struct Broken {
  FileBreak code;
  std::uint64_t line;  // of the file, from 1; that of the row's first byte
  Text why;            // what stands there, and what should
};

}  // namespace payonce::statements
