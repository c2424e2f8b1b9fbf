#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "ledger/statements/line.hpp"

namespace payonce::statements::mt940 {

/// One field of a message: ":61:…" with the lines that continue it, parted by line feeds.
struct Field {
  std::string tag;  // "61", "60F"
  std::string text;
  std::string raw;
  std::uint64_t line = 0;
};

/// ":60F:C261130EUR1000,00" and its kind.
struct Balance {
  Day day;
  Currency currency;
  Exact amount;  // a debit balance is negative
};
[[nodiscard]] std::optional<Balance> balance_of(std::string_view text);

/// ":28C:12/2": number of the statement and its page. A page that is not said is nothing.
struct Number {
  std::int64_t number;
  std::optional<std::int64_t> page;
};
[[nodiscard]] std::optional<Number> number_of(std::string_view text);

/// A ":61:" as a line without the text of its ":86:"; nothing where it is none.
[[nodiscard]] std::optional<Line> line_of(const Field& field, const Currency& currency);

/// Puts what a ":86:" says into its line: "?20" to "?29" and "?60" to "?63" are the text, "?31" the account and "?32", "?33" the
/// name of the other side; text without such parts is the text. Lines are wrapped inside words, so that a full line of 65
/// characters goes on without a blank.
void describe(Line& line, std::string_view text);

/// A day by six digits, of this century up to 2079.
[[nodiscard]] std::optional<Day> day_of(std::string_view yymmdd);
/// The entry's month and day get the year that brings them nearest to the value date: 0102 beside 31 December is next year's.
[[nodiscard]] std::optional<Day> entry_day(std::string_view mmdd, const Day& value_day);

}  // namespace payonce::statements::mt940
