#include <sqlite3.h>

#include "ledger/store/store.hpp"
#include "ledger/values/invariant.hpp"

namespace payonce {

// The type is asked for before the value: the driver would rather convert than say no, and give 0 for NULL, "" for NULL, and a
// whole number for 1.5.

std::int64_t Row::integer(int column) const {
  invariant(sqlite3_column_type(statement_, column) == SQLITE_INTEGER, "the column holds a whole number");
  return sqlite3_column_int64(statement_, column);
}

std::string_view Row::text(int column) const {
  invariant(sqlite3_column_type(statement_, column) == SQLITE_TEXT, "the column holds text");
  const auto* start = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  return {start, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

std::span<const std::uint8_t> Row::bytes(int column) const {
  invariant(sqlite3_column_type(statement_, column) == SQLITE_BLOB, "the column holds bytes");
  const auto* start = static_cast<const std::uint8_t*>(sqlite3_column_blob(statement_, column));
  return {start, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

bool Row::is_null(int column) const {
  invariant(column >= 0 && column < columns(), "the row has this column");
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

std::optional<std::int64_t> Row::maybe_integer(int column) const {
  if (is_null(column)) return std::nullopt;
  return integer(column);
}

std::optional<std::string> Row::maybe_text(int column) const {
  if (is_null(column)) return std::nullopt;
  return std::string(text(column));
}

int Row::columns() const { return sqlite3_column_count(statement_); }

std::string_view Row::column_name(int column) const {
  const char* name = sqlite3_column_name(statement_, column);
  invariant(name != nullptr, "the row has this column");
  return name;
}

std::string Row::shown(int column) const {
  if (is_null(column)) return "";
  if (sqlite3_column_type(statement_, column) == SQLITE_BLOB) {
    static constexpr char digits[] = "0123456789abcdef";
    std::string hex;
    for (const std::uint8_t byte : bytes(column)) {
      hex += digits[byte >> 4];
      hex += digits[byte & 0xf];
    }
    return hex;
  }
  const auto* start = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  return {start, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

}  // namespace payonce
