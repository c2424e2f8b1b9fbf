#include "bench/bare.hpp"

#include <stdexcept>

namespace payonce::bench {
namespace {

Cell cell(sqlite3_stmt* statement, int column) {
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement, column));
  switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER: return sqlite3_column_int64(statement, column);
    case SQLITE_TEXT: return std::string(reinterpret_cast<const char*>(sqlite3_column_text(statement, column)), size);
    case SQLITE_BLOB: {
      const auto* bytes = static_cast<const std::uint8_t*>(sqlite3_column_blob(statement, column));
      return std::vector<std::uint8_t>(bytes, bytes + size);
    }
    default: return {};
  }
}

struct Binder {
  sqlite3_stmt* statement;
  int index;
  int operator()(std::monostate) const { return sqlite3_bind_null(statement, index); }
  int operator()(std::int64_t number) const { return sqlite3_bind_int64(statement, index, number); }
  int operator()(const std::string& text) const {
    return sqlite3_bind_text(statement, index, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
  }
  int operator()(const std::vector<std::uint8_t>& bytes) const {
    return sqlite3_bind_blob(statement, index, bytes.data(), static_cast<int>(bytes.size()), SQLITE_STATIC);
  }
};

}  // namespace

Bare::Bare(const std::filesystem::path& path, Pragmas pragmas, bool durable) {
  check(sqlite3_open_v2(path.c_str(), &handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr), "open");
  sqlite3_busy_timeout(handle_, 20'000);
  if (pragmas == Pragmas::reader) return;
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_FKEY, 1, nullptr);
  sqlite3_wal_autocheckpoint(handle_, 4000);
  run("PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536; PRAGMA cell_size_check = ON;"
      "PRAGMA recursive_triggers = ON; PRAGMA journal_size_limit = 67108864; PRAGMA journal_mode = WAL");
  run(durable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = OFF");
}

Bare::~Bare() {
  for (sqlite3_stmt* statement : kept_) sqlite3_finalize(statement);
  sqlite3_close(handle_);
}

void Bare::check(int code, const std::string& doing) {
  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
  throw std::runtime_error("bench: " + doing + ": " + sqlite3_errmsg(handle_));
}

void Bare::run(const std::string& text) { check(sqlite3_exec(handle_, text.c_str(), nullptr, nullptr, nullptr), text); }

sqlite3_stmt* Bare::prepare(const std::string& text) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v3(handle_, text.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr), text);
  kept_.push_back(statement);
  return statement;
}

void Bare::write(sqlite3_stmt* statement, const Cells& cells) {
  int index = 0;
  for (const Cell& each : cells) std::visit(Binder{statement, ++index}, each);
  const int code = sqlite3_step(statement);
  if (code != SQLITE_DONE) check(code == SQLITE_ROW ? SQLITE_MISUSE : code, sqlite3_sql(statement));
  sqlite3_reset(statement);
}

std::string Bare::text_of(sqlite3_stmt* statement, const Cells& cells, int column) {
  int index = 0;
  for (const Cell& each : cells) std::visit(Binder{statement, ++index}, each);
  std::string text;
  if (sqlite3_step(statement) == SQLITE_ROW) text = std::get<std::string>(cell(statement, column));
  sqlite3_reset(statement);
  return text;
}

std::int64_t Bare::number(const std::string& text) {
  const auto all = rows(text);
  if (all.empty() || !std::holds_alternative<std::int64_t>(all[0][0])) throw std::runtime_error("bench: " + text);
  return std::get<std::int64_t>(all[0][0]);
}

std::vector<Cells> Bare::rows(const std::string& text, const std::vector<std::int64_t>& numbers) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(handle_, text.c_str(), -1, &statement, nullptr), text);
  int index = 0;
  for (const std::int64_t number : numbers) sqlite3_bind_int64(statement, ++index, number);
  std::vector<Cells> all;
  int code = SQLITE_OK;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
    Cells& cells = all.emplace_back();
    for (int column = 0; column < sqlite3_column_count(statement); ++column) cells.push_back(cell(statement, column));
  }
  sqlite3_finalize(statement);
  check(code, text);
  return all;
}

std::int64_t Bare::count_rows(const std::string& text) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(handle_, text.c_str(), -1, &statement, nullptr), text);
  std::int64_t count = 0;
  int code = SQLITE_OK;
  while ((code = sqlite3_step(statement)) == SQLITE_ROW) ++count;
  sqlite3_finalize(statement);
  check(code, text);
  return count;
}

void drop_triggers(Bare& file) {
  for (const Cells& row : file.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'")) {
    file.run("DROP TRIGGER " + std::get<std::string>(row[0]));
  }
}

}  // namespace payonce::bench
