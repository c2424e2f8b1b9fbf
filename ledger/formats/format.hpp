#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/store/store.hpp"
#include "ledger/values/result.hpp"

/// The book, written for other programs (docs/export.md). It is only ever written: nothing here is read back.
namespace payonce::formats {

enum class Format { hledger, ledger, beancount, csv, json };

inline constexpr std::array every_format{Format::hledger, Format::ledger, Format::beancount, Format::csv, Format::json};

/// As it is typed: "hledger".
[[nodiscard]] std::string_view name(Format format);
[[nodiscard]] Result<Format> parse_format(std::string_view field, std::string_view text);

/// Business dates, "2026-01-31", both ends included; an end left out is the book's own.
struct Days {
  std::optional<std::string> first;
  std::optional<std::string> last;
};
/// Two dates that exist, in order; Faults name the fields "from" and "to".
[[nodiscard]] Result<Days> parse_days(const std::optional<std::string>& from, const std::optional<std::string>& to);

struct Written {
  std::int64_t vouchers = 0;
  std::int64_t lines = 0;
  bool whole = true;  // false: the sink wanted no more
};

/// Takes the next bytes; false ends the writing. Pieces are cut anywhere.
using Sink = std::function<bool(std::string_view)>;

/// Writes what the view sees: one moment, whatever is paid meanwhile. The same book gives the same bytes, wherever and whenever
/// it is written. Memory does not grow with the vouchers, only (for days that end before today) with the accounts.
Written write(View& view, Format format, const Days& days, const Sink& sink);

}  // namespace payonce::formats
