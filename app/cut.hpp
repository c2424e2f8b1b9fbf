#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command.hpp"
#include "ledger/journal/past.hpp"

namespace payonce {

/// --at and --by, as every command that looks into the past takes them.
[[nodiscard]] std::vector<Option> cut_options();
/// Nothing where --at is not given: now. A day counts by the day vouchers are dated to, a moment by when they were recorded,
/// unless --by says otherwise; a moment by business day is refused (64).
[[nodiscard]] std::optional<journal::Cut> cut_from(const Arguments& given);
/// What the two times are, for the help.
[[nodiscard]] Text about_both_times();

/// --from, --to and --by of what covers a range of days.
[[nodiscard]] std::vector<Option> range_options(bool with_basis);
struct Range {
  journal::Basis basis = journal::Basis::business;
  std::optional<std::string> from{};
  std::optional<std::string> to{};
};
/// A Problem (64) where a day does not exist, or the last lies before the first.
[[nodiscard]] Range range_from(const Arguments& given);

[[nodiscard]] std::string_view name(journal::Basis basis);

}  // namespace payonce
