#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/statements/bytes/charset.hpp"
#include "ledger/statements/line.hpp"
#include "ledger/values/result.hpp"

namespace payonce::statements {

/// A pattern of dates: yyyy MM dd HH mm ss stand for that many digits, M d H for one or two, anything else for itself. Text may
/// end behind the day, and then says no second.
class DatePattern {
 public:
  [[nodiscard]] static std::optional<DatePattern> parse(std::string_view pattern);
  /// Nothing where the text does not fit or the calendar has no such day.
  [[nodiscard]] std::optional<Moment> read(std::string_view text) const;

 private:
  explicit DatePattern(std::string pattern) : pattern_(std::move(pattern)) {}
  std::string pattern_;
};

/// How one kind of CSV file is read: the small file of docs/statements.md. Columns are found by the names of their header, so
/// that reordered and added columns change nothing.
struct FieldMap {
  static constexpr std::size_t longest_line = 4096;  // bytes
  static constexpr std::size_t most_lines = 500;

  Charset charset = Charset::utf8;
  char separator = ',';
  Marks marks{};
  std::string zone;
  std::optional<DatePattern> date{};
  std::optional<Currency> currency{};
  std::optional<Day> from{};
  std::optional<Day> to{};
  std::map<std::string, std::string, std::less<>> columns{};  // role → the header's name, as plain_name gives it
  std::map<std::string, Movement, std::less<>> kinds{};       // the file's word → what it moves
  std::map<std::string, bool, std::less<>> directions{};      // the file's word → whether it is minus
  bool fee_is_minus = false;
  bool newest_first = false;
  std::string footer{};                                      // how the first cell of the footer begins; empty: none
  std::size_t footer_row = 0;                                // its figures stand so many rows below
  std::map<std::string, std::size_t, std::less<>> totals{};  // count, gross, fee, net → cell of the footer, from 0

  /// The whole file, or the first thing in it that is not understood, with its line.
  [[nodiscard]] static Result<FieldMap> parse(std::istream& in);
};

/// Without the blanks, tabs and backticks that bills put around their cells.
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// Without the sign of the yuan and the yen, which some files put before their amounts.
[[nodiscard]] std::string_view without_sign(std::string_view text);
/// A header's name, with full-width brackets and colons made plain: bills are written both ways.
[[nodiscard]] std::string plain_name(std::string_view text);

}  // namespace payonce::statements
