// Every statement, law and profile, as SQLite itself reads it over the file it is meant for.

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schema/checks.hpp"
#include "schema/embed/scan.hpp"
#include "schema/migrations.hpp"
#include "schema/profiles.hpp"
#include "schema/statements.hpp"

using namespace payonce;

namespace {

struct Close {
  void operator()(sqlite3* file) const { sqlite3_close(file); }
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using File = std::unique_ptr<sqlite3, Close>;
using Prepared = std::unique_ptr<sqlite3_stmt, Close>;

void run(const File& file, std::string_view text) {
  const int code = sqlite3_exec(file.get(), std::string(text).c_str(), nullptr, nullptr, nullptr);
  REQUIRE_MESSAGE(code == SQLITE_OK, std::string(sqlite3_errmsg(file.get())));
}

// A file with all steps, as strict about quotes as the store is.
File made_of(std::span<const Migration> steps) {
  sqlite3* opened = nullptr;
  REQUIRE(sqlite3_open(":memory:", &opened) == SQLITE_OK);
  File file(opened);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  sqlite3_db_config(opened, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
  // The store's connections tell the schema that they are the product; here it is only a name that must be known.
  sqlite3_create_function(
      opened, "payonce_writer", 0, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nullptr,
      [](sqlite3_context* context, int, sqlite3_value**) { sqlite3_result_int(context, 1); }, nullptr, nullptr);
  for (const char* const said : {"payonce_cause", "payonce_evidence"}) {
    sqlite3_create_function(
        opened, said, 0, SQLITE_UTF8 | SQLITE_INNOCUOUS, nullptr,
        [](sqlite3_context* context, int, sqlite3_value**) { sqlite3_result_null(context); }, nullptr, nullptr);
  }
  for (const Migration& step : steps) {
    CAPTURE(step.name);
    run(file, step.text);
  }
  return file;
}

Prepared prepare(const File& file, std::string_view text) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(file.get(), text.data(), static_cast<int>(text.size()), &statement, nullptr);
  CHECK_MESSAGE(code == SQLITE_OK, std::string(sqlite3_errmsg(file.get())));
  return Prepared(statement);
}

}  // namespace

TEST_CASE("SQLite prepares every statement, and numbers its parameters as the embedder does") {
  const File ledger = made_of(ledger_migrations());
  const File acquirer = made_of(acquirer_migrations());
  CHECK_FALSE(all_statements().empty());
  for (const Sql& sql : all_statements()) {
    CAPTURE(sql.name);
    const Prepared statement = prepare(sql.name.starts_with("acquirer.") ? acquirer : ledger, sql.text);
    if (!statement) continue;
    const std::vector<std::string> ours = embed::scan_statement({"statement.sql", sql.text}, 1, sql.text);
    std::vector<std::string> theirs;
    for (int i = 1; i <= sqlite3_bind_parameter_count(statement.get()); ++i) {
      const char* name = sqlite3_bind_parameter_name(statement.get(), i);
      theirs.emplace_back(name ? name + 1 : "?");
    }
    CHECK(ours == theirs);
  }
}

TEST_CASE("SQLite prepares every law, no law writes, and an empty ledger keeps them all") {
  const File ledger = made_of(ledger_migrations());
  for (const Check& law : all_checks()) {
    CAPTURE(law.name);
    const Prepared statement = prepare(ledger, law.text);
    if (!statement) continue;
    CHECK(sqlite3_stmt_readonly(statement.get()) != 0);
    CHECK(sqlite3_step(statement.get()) == SQLITE_DONE);
  }
}

TEST_CASE("every profile can be laid over a new ledger") {
  for (const Profile& profile : all_profiles()) {
    CAPTURE(profile.name);
    const File ledger = made_of(ledger_migrations());
    // A rule that was misspelt would be left in without a word.
    const std::string_view text = profile.text;
    constexpr std::string_view opening = "DROP ";
    for (std::size_t at = text.find(opening); at != std::string_view::npos; at = text.find(opening, at + 1)) {
      const std::size_t begin = text.find("EXISTS ", at) + 7;
      const std::string name(text.substr(begin, text.find(';', begin) - begin));
      CAPTURE(name);
      const Prepared known = prepare(ledger, "SELECT 1 FROM sqlite_schema WHERE name = '" + name + "'");
      CHECK(sqlite3_step(known.get()) == SQLITE_ROW);
    }
    run(ledger, profile.text);
    run(ledger, profile.text);
  }
}
