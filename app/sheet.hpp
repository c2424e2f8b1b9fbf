#pragma once

#include <filesystem>
#include <string>

#include "app/context.hpp"
#include "app/exit_status.hpp"
#include "ledger/layers/reconciliation_sheet.hpp"

namespace payonce {

/// The report of a run in its four faces, all of them from the same rows (reconciliation.md 4). Amounts of two currencies are
/// never added up in any of them.
[[nodiscard]] std::string sheet_text(const Context& context, const reconciliation::Sheet& sheet);
[[nodiscard]] std::string sheet_json(const reconciliation::Sheet& sheet);
/// One page that needs nothing beside it: no network, no script; for the screen and for paper.
[[nodiscard]] std::string sheet_html(const Context& context, const reconciliation::Sheet& sheet);
/// How many breaks a report tells one by one where nobody says otherwise; breaks.csv has every one.
inline constexpr std::int64_t told_breaks = 1000;
/// breaks.csv, matches.csv, timing.csv, adjustments.csv, figures.csv and summary.json in a folder, which is made where it is missing;
/// with `mark` the tables begin with the byte order mark by which Excel knows UTF-8. What a spreadsheet would take for a formula, a
/// day, or a number that is none, begins with an apostrophe. All of it from rows that never change: the same bytes, whenever, but for
/// who signed.
void write_sheet_files(Context& context, const reconciliation::Sheet& sheet, const std::filesystem::path& folder,
                       bool mark);

/// 0 balanced or explained, 1 open, 2 cannot say.
[[nodiscard]] ExitStatus exit_status(const reconciliation::Sheet& sheet);

/// What a figure of a sheet is called: "books" is "balance per our books".
[[nodiscard]] Text figure_words(std::string_view figure);
/// A sheet's own heading.
[[nodiscard]] Text sheet_words(std::string_view sheet);
/// "0.600 %": what a fee is of an amount, to a thousandth of a percent; "-" of nothing.
[[nodiscard]] std::string rate_words(std::int64_t fee, std::int64_t amount);
/// "sale", "refund": the kinds of movements.
[[nodiscard]] Text movement_words(std::string_view movement);
[[nodiscard]] Text state_words(std::string_view state);
/// "2026-11-28 – 2026-11-29", and when that ends, by the channel's clock and in UTC; empty where nothing says so.
[[nodiscard]] Text period_words(const reconciliation::Sheet& sheet);
[[nodiscard]] Text cut_off_words(const reconciliation::Sheet& sheet);
[[nodiscard]] std::string joined(const std::vector<std::string>& words);
/// "10.00", in whatever currency the row is of.
[[nodiscard]] std::string decimal(std::int64_t minor, const std::string& currency);

}  // namespace payonce
