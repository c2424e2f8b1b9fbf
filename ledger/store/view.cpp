#include <sqlite3.h>

#include "ledger/store/connection.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/invariant.hpp"

namespace payonce {

View::Cursor::Cursor(View& view, const Sql& sql)
    : connection_(view.connection_), statement_(view.connection_.statement(sql)) {}

// Bindings are left in place: every parameter is bound anew before the next step, and until then nothing reads them.
View::Cursor::~Cursor() { sqlite3_reset(statement_); }

void View::Cursor::bind(int index, const Bound& value) {
  int code = SQLITE_OK;
  const Bound::Held& held = value.held();
  // A null pointer would bind NULL, so an empty text or an empty run of bytes points at something.
  if (const auto* number = std::get_if<std::int64_t>(&held)) {
    code = sqlite3_bind_int64(statement_, index, *number);
  } else if (const auto* text = std::get_if<std::string_view>(&held)) {
    code = sqlite3_bind_text64(statement_, index, text->data() == nullptr ? "" : text->data(), text->size(),
                               SQLITE_STATIC, SQLITE_UTF8);
  } else if (const auto* bytes = std::get_if<std::span<const std::uint8_t>>(&held)) {
    const void* start = bytes->data();
    code = sqlite3_bind_blob64(statement_, index, start == nullptr ? "" : start, bytes->size(), SQLITE_STATIC);
  } else {
    code = sqlite3_bind_null(statement_, index);
  }
  if (code != SQLITE_OK) connection_.fail(code, sqlite3_sql(statement_));
}

bool View::Cursor::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) {
    connection_.saw_row(statement_);
    return true;
  }
  if (code != SQLITE_DONE) connection_.fail(code, sqlite3_sql(statement_));
  return false;
}

void View::each_of(const std::string& text, std::initializer_list<Bound> values,
                   const std::function<void(const Row&)>& take) {
  connection_.check_usable();
  struct Return {
    Connection::Lent lent;
    ~Return() {
      if (!lent.kept) sqlite3_finalize(lent.statement);
    }
  } const back{connection_.lend(text)};
  sqlite3_stmt* const statement = back.lent.statement;
  invariant(connection_.writing() || sqlite3_stmt_readonly(statement) != 0, "a view does not write");
  invariant(sqlite3_bind_parameter_count(statement) == static_cast<int>(values.size()),
            "text known only at run time is given a value for each of its parameters");
  Cursor cursor(connection_, statement);
  int index = 0;
  for (const Bound& value : values) cursor.bind(++index, value);
  while (cursor.step()) take(cursor.row());
}

void Tx::because(std::string_view cause, std::optional<std::int64_t> evidence_id) {
  connection_.because(cause, evidence_id);
}

std::int64_t Tx::change_of(const std::string& text, std::initializer_list<Bound> values) {
  each_of(text, values, [](const Row&) {});
  return changed();
}

std::int64_t Tx::last_id() const {
  const std::int64_t id = sqlite3_last_insert_rowid(connection_.handle());
  connection_.saw(static_cast<std::uint64_t>(id));
  return id;
}

std::int64_t Tx::changed() const {
  const std::int64_t rows = sqlite3_changes64(connection_.handle());
  connection_.saw(static_cast<std::uint64_t>(rows));
  return rows;
}

void Tx::execute(const std::string& text) {
  connection_.check_usable();
  connection_.run(text);
  invariant(sqlite3_get_autocommit(connection_.handle()) == 0, "text run inside a transaction does not end it");
}

}  // namespace payonce
