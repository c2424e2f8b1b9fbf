#include "ledger/store/migrate.hpp"

#include <string>

#include "ledger/store/trouble.hpp"
#include "ledger/values/invariant.hpp"

namespace payonce {

namespace {

void foreign_keys(Connection& connection, bool on) {
  sqlite3_db_config(connection.handle(), SQLITE_DBCONFIG_ENABLE_FKEY, on ? 1 : 0, nullptr);
}

void apply(Connection& connection, const FileKind& kind, const Migration& step) {
  connection.begin(true);
  try {
    if (schema_version(connection) == step.version - 1) {
      connection.run(std::string(step.text));
      connection.run("PRAGMA application_id = " + std::to_string(kind.application_id));
      connection.run("PRAGMA user_version = " + std::to_string(step.version));
      invariant(connection.ask("PRAGMA foreign_key_check").empty(), "a migration leaves no row without its parent");
    }
    connection.commit();
  } catch (...) {
    connection.rollback();
    throw;
  }
}

}  // namespace

int schema_version(Connection& connection) { return std::stoi(connection.ask("PRAGMA user_version")); }

void migrate(Connection& connection, const FileKind& kind) {
  int expected = 0;
  for (const Migration& step : kind.migrations) {
    invariant(step.version == ++expected, "migrations are numbered 1, 2, 3 without a gap");
  }
  // A step may rebuild a table that others point to, which the keys would forbid half-way; they are checked at its end.
  foreign_keys(connection, false);
  for (const Migration& step : kind.migrations) {
    if (schema_version(connection) < step.version) {
      connection.patiently([&] { apply(connection, kind, step); });
    }
  }
  foreign_keys(connection, true);
}

}  // namespace payonce
