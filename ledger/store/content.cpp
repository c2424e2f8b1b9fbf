#include <sqlite3.h>

#include "ledger/store/connection.hpp"
#include "ledger/store/store.hpp"
#include "ledger/store/turns.hpp"

namespace payonce {

namespace {

std::uint64_t folded_row(std::uint64_t before, sqlite3_stmt* statement, int columns) {
  std::uint64_t value = before;
  for (int column = 0; column < columns; ++column) {
    const int type = sqlite3_column_type(statement, column);
    if (type == SQLITE_INTEGER) {
      value = folded(value, static_cast<std::uint64_t>(sqlite3_column_int64(statement, column)));
    } else if (type != SQLITE_NULL) {
      const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement, column));
      const auto length = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
      value = folded(value, bytes == nullptr ? std::string_view() : std::string_view(bytes, length));
    }
    value = folded(value, static_cast<std::uint64_t>(type));
  }
  return value;
}

std::string hexadecimal(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const char one : bytes) {
    text += digits[static_cast<unsigned char>(one) >> 4];
    text += digits[static_cast<unsigned char>(one) & 15u];
  }
  return text;
}

}  // namespace

void Connection::saw(std::uint64_t what) {
  if (turns_ != nullptr) turns_->saw(what);
}

void Connection::saw_row(sqlite3_stmt* statement) {
  if (turns_ != nullptr) turns_->saw(folded_row(0, statement, sqlite3_column_count(statement)));
}

void Connection::prepare_tables() {
  if (!tables_.empty()) return;
  // Tables of rowids come in the order of those, others in that of their key.
  std::vector<std::string> texts;
  sqlite3_stmt* const list =
      prepare("SELECT 'SELECT * FROM \"' || name || '\"' FROM sqlite_schema WHERE type = 'table' ORDER BY name", 0);
  while (sqlite3_step(list) == SQLITE_ROW) {
    texts.emplace_back(reinterpret_cast<const char*>(sqlite3_column_text(list, 0)));
  }
  sqlite3_finalize(list);
  for (const std::string& text : texts) tables_.push_back(prepare(text, SQLITE_PREPARE_PERSISTENT));
}

std::uint64_t Connection::content() {
  prepare_tables();
  std::uint64_t value = 0;
  for (sqlite3_stmt* const table : tables_) {
    value = folded(value, 1);
    const int columns = sqlite3_column_count(table);
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(table)) == SQLITE_ROW) value = folded_row(value, table, columns);
    sqlite3_reset(table);
    if (code != SQLITE_DONE) fail(code, "content");
  }
  return value;
}

std::vector<TableContent> Connection::dump() {
  prepare_tables();
  std::vector<TableContent> all;
  for (sqlite3_stmt* const table : tables_) {
    const int columns = sqlite3_column_count(table);
    if (columns == 0) continue;
    TableContent content{.name = sqlite3_column_table_name(table, 0), .columns = {}, .key = {}, .rows = {}};
    for (int column = 0; column < columns; ++column) {
      content.columns.emplace_back(sqlite3_column_name(table, column));
      int in_key = 0;
      (void)sqlite3_table_column_metadata(handle(), "main", content.name.c_str(), sqlite3_column_name(table, column),
                                          nullptr, nullptr, nullptr, &in_key, nullptr);
      if (in_key != 0) content.key.push_back(static_cast<std::size_t>(column));
    }
    int code = SQLITE_ROW;
    while ((code = sqlite3_step(table)) == SQLITE_ROW) {
      std::vector<std::string>& row = content.rows.emplace_back();
      for (int column = 0; column < columns; ++column) {
        const auto* text = static_cast<const char*>(sqlite3_column_blob(table, column));
        const auto length = static_cast<std::size_t>(sqlite3_column_bytes(table, column));
        const std::string_view bytes = text == nullptr ? std::string_view() : std::string_view(text, length);
        if (sqlite3_column_type(table, column) == SQLITE_BLOB) {
          row.push_back(hexadecimal(bytes));
        } else {
          const auto* shown = reinterpret_cast<const char*>(sqlite3_column_text(table, column));
          row.emplace_back(shown == nullptr ? "" : shown);
        }
      }
    }
    sqlite3_reset(table);
    if (code != SQLITE_DONE) fail(code, "dump");
    all.push_back(std::move(content));
  }
  return all;
}

std::vector<TableContent> Store::dump() {
  std::vector<TableContent> all;
  read([&](View&) { all = connection_->dump(); });
  return all;
}

std::uint64_t Store::content() {
  std::uint64_t value = 0;
  read([&](View&) { value = connection_->content(); });
  return value;
}

}  // namespace payonce
