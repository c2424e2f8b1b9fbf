// Schemas step forward, each step and its number together.

#include <doctest/doctest.h>

#include "ledger/values/invariant.hpp"
#include "tests/store/notebook.hpp"
#include "tests/support/temp_folder.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

std::int64_t version_of(Store& store) {
  return store.reading([](View& view) { return number_of(view, "PRAGMA user_version"); });
}

Result<Store> open_as(const std::filesystem::path& path, std::span<const Migration> steps, bool read_only = false) {
  const FileKind kind{notebook_id, steps, {"a notebook", "笔记本"}};
  return Store::open(path, std::span<const FileKind>(&kind, 1), {.durable = false, .read_only = read_only});
}

}  // namespace

TEST_CASE("a new file is stamped with its kind and its version") {
  TempFolder folder;
  Store store = create_notebook(folder / "a.db");
  CHECK(store.application_id() == notebook_id);
  CHECK(version_of(store) == 2);
  CHECK(store.reading([](View& view) { return number_of(view, "PRAGMA application_id"); }) == notebook_id);
}

TEST_CASE("what is written first is in a new file from the beginning, or there is no file") {
  TempFolder folder;
  const auto first = [](Tx& tx) { tx.change(write_note{.words = "first"}); };
  auto made = Store::create(folder / "a.db", notebook(), quick, first);
  REQUIRE(made.has_value());
  Store store = std::move(made).value();
  CHECK(notes_in(store) == 1);
  struct Mine {};
  CHECK_THROWS_AS((void)Store::create(folder / "b.db", notebook(), quick,
                                      [&](Tx& tx) {
                                        first(tx);
                                        throw Mine{};
                                      }),
                  Mine);
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    CHECK(entry.path().filename().string().substr(0, 4) == "a.db");
  }
}

TEST_CASE("an older file keeps its rows and gets what is missing") {
  TempFolder folder;
  {
    auto old = Store::create(folder / "a.db", notebook(1), quick);
    REQUIRE(old.has_value());
    Store store = std::move(old).value();
    store.atomically([](Tx& tx) { tx.change(write_note{.words = "old"}); });
  }
  {
    const auto unmigrated = open_as(folder / "a.db", notebook_steps, true);
    REQUIRE_FALSE(unmigrated.has_value());
    CHECK(unmigrated.error().why.en.find("older version") != std::string::npos);
  }
  Store store = open_notebook(folder / "a.db");
  CHECK(version_of(store) == 2);
  CHECK(notes_in(store) == 1);
  CHECK(store.schema_text() == [&] {
    Store fresh = create_notebook(folder / "b.db");
    return fresh.schema_text();
  }());
}

TEST_CASE("a step that fails leaves the file as it was") {
  TempFolder folder;
  { create_notebook(folder / "a.db"); }
  const std::array steps{notebook_steps[0], notebook_steps[1],
                         Migration{3, "half", "CREATE TABLE half (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1);"}};
  const auto stuck = open_as(folder / "a.db", steps);
  REQUIRE_FALSE(stuck.has_value());
  CHECK(stuck.error().why.en.find("cannot be brought up to date") != std::string::npos);
  Store store = open_notebook(folder / "a.db");
  CHECK(version_of(store) == 2);
  CHECK(store.schema_text().find("half") == std::string::npos);
}

TEST_CASE("a step that leaves a child without its parent is not taken") {
  TempFolder folder;
  {
    Store store = create_notebook(folder / "a.db");
    store.atomically([](Tx& tx) {
      tx.change(write_note{.words = "parent"});
      tx.change(write_remark{.note_id = tx.last_id()});
    });
  }
  const std::array steps{notebook_steps[0], notebook_steps[1], Migration{3, "orphans", "DELETE FROM note;"}};
  CHECK_THROWS_AS((void)open_as(folder / "a.db", steps), Broken);
  Store store = open_notebook(folder / "a.db");
  CHECK(notes_in(store) == 1);
}

TEST_CASE("a step may rebuild a table that others point to, and the keys hold again afterwards") {
  TempFolder folder;
  {
    Store store = create_notebook(folder / "a.db");
    store.atomically([](Tx& tx) {
      tx.change(write_note{.words = "parent"});
      tx.change(write_remark{.note_id = tx.last_id()});
    });
  }
  const std::array steps{
      notebook_steps[0], notebook_steps[1],
      Migration{3, "rebuild",
                "CREATE TABLE note_new (note_id INTEGER PRIMARY KEY, words TEXT NOT NULL UNIQUE, picture BLOB,"
                " colour TEXT) STRICT; INSERT INTO note_new SELECT note_id, words, picture, NULL FROM note;"
                "DROP TABLE note; ALTER TABLE note_new RENAME TO note;"}};
  auto opened = open_as(folder / "a.db", steps);
  REQUIRE(opened.has_value());
  Store store = std::move(opened).value();
  CHECK(notes_in(store) == 1);
  CHECK_THROWS_AS(store.atomically([](Tx& tx) { tx.change(write_remark{.note_id = 4711}); }), StorageTrouble);
}

TEST_CASE("the sum of the schema runs and gives itself") {
  TempFolder folder;
  Store store = create_notebook(folder / "a.db");
  const std::string text = store.schema_text();
  REQUIRE(text.find("CREATE TABLE note ") != std::string::npos);
  const std::array steps{Migration{1, "sum", text}};
  auto made = Store::create(folder / "b.db", {notebook_id, steps, {"a notebook", "笔记本"}}, quick);
  REQUIRE(made.has_value());
  CHECK(std::move(made).value().schema_text() == text);
}
