#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ledger/statements/bills/sheet.hpp"

namespace payonce::statements {

/// Bills of Alipay and WeChat Pay count their days in China, which has one zone and no summer time.
inline constexpr std::string_view china = "+08:00";
[[nodiscard]] Currency yuan();

/// What stands between two words of a sentence, trimmed; empty where one of them is missing. An empty `after` is its end.
[[nodiscard]] std::string_view between(std::string_view text, std::string_view before, std::string_view after);

/// "起始日期：[2026年08月01日 00:00:00]   终止日期：[…]": a time in brackets behind a word, with a plain or full-width colon.
[[nodiscard]] std::optional<Moment> bracketed_time(std::string_view text, std::string_view word);
[[nodiscard]] std::string_view bracketed(std::string_view text, std::string_view word);

/// A row of a preamble or footer: whole, without the commas that a spreadsheet pads it with.
[[nodiscard]] std::string_view note_of(const CsvRow& row, bool& padded);

}  // namespace payonce::statements
