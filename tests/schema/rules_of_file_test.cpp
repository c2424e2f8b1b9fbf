// A file is written to only while the rules it is kept by stand.

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <string>
#include <vector>

#include "ledger/ledger.hpp"
#include "tests/support/temp_folder.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

/// What the stock program would do to a file, and the first column of what it answers.
std::vector<std::string> by_hand(const std::filesystem::path& file, const std::string& text) {
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open(file.c_str(), &handle) == SQLITE_OK);
  std::vector<std::string> rows;
  const auto take = [](void* into, int, char** values, char**) {
    static_cast<std::vector<std::string>*>(into)->emplace_back(values[0] == nullptr ? "" : values[0]);
    return 0;
  };
  const int code = sqlite3_exec(handle, text.c_str(), take, &rows, nullptr);
  sqlite3_close(handle);
  REQUIRE(code == SQLITE_OK);
  return rows;
}

struct File {
  TempFolder folder;
  VirtualWorld world{1};
  std::filesystem::path path = folder / "ledger.db";
  Store::Options fast{.durable = false};

  File() { REQUIRE(Ledger::create(path, world, {.store = fast}).has_value()); }
  [[nodiscard]] bool opens() const { return Ledger::open(path, fast).has_value(); }
  [[nodiscard]] bool opens_to_be_looked_at() const {
    return Ledger::open(path, fast, Ledger::Rules::may_lack).has_value();
  }
};

}  // namespace

TEST_CASE("a ledger that lost any one of its rules takes nothing more and can still be looked at") {
  File file;
  const auto names = by_hand(file.path, "SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name");
  REQUIRE(names.size() > 100);
  for (const std::string& name : names) {
    const auto text = by_hand(file.path, "SELECT sql FROM sqlite_schema WHERE name = '" + name + "'").front();
    by_hand(file.path, "DROP TRIGGER " + name);
    const auto refused = Ledger::open(file.path, file.fast);
    REQUIRE_MESSAGE(!refused.has_value(), name);
    CHECK(refused.error().field == "db");
    CHECK(refused.error().why.en.find("verify") != std::string::npos);
    CHECK(file.opens_to_be_looked_at());
    by_hand(file.path, text);
    CHECK(file.opens());
  }
}

TEST_CASE("a rule written in the place of another, or one more, is seen, and a caller's own tables are the caller's") {
  File file;
  by_hand(file.path,
          "DROP TRIGGER account_is_kept;"
          "CREATE TRIGGER account_is_kept BEFORE DELETE ON account BEGIN SELECT 1; END");
  CHECK_FALSE(file.opens());
  File other;
  by_hand(other.path, "CREATE TRIGGER mine AFTER INSERT ON voucher BEGIN SELECT 1; END");
  CHECK_FALSE(other.opens());
  File own;
  by_hand(own.path,
          "CREATE TABLE x_mine (a); CREATE TRIGGER x_mine_counts AFTER INSERT ON x_mine BEGIN SELECT 1; END;"
          "ANALYZE; VACUUM");
  CHECK(own.opens());
}

TEST_CASE("no statement can tell the file that fewer rules are enough") {
  File file;
  sqlite3* handle = nullptr;
  REQUIRE(sqlite3_open(file.path.c_str(), &handle) == SQLITE_OK);
  for (const char* text : {"UPDATE rules SET triggers = 1", "DELETE FROM rules", "INSERT INTO rules VALUES (1, 1, 1)",
                           "INSERT OR REPLACE INTO rules VALUES (1, 1, 1)", "UPDATE rules SET bytes = bytes"}) {
    CHECK_MESSAGE(sqlite3_exec(handle, text, nullptr, nullptr, nullptr) != SQLITE_OK, text);
  }
  sqlite3_close(handle);
  CHECK(file.opens());
}
