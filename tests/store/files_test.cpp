// What store refuses to open or to make, and that it leaves the folder as it was.

#include <doctest/doctest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <map>

#include "tests/store/notebook.hpp"
#include "tests/store/processes.hpp"
#include "tests/support/temp_folder.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

namespace fs = std::filesystem;

// Names, kinds, modes and bytes of everything in a folder: side files count as well.
std::map<std::string, std::string> picture(const fs::path& folder) {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    struct stat found {};
    lstat(entry.path().c_str(), &found);
    all[entry.path().string()] =
        std::to_string(found.st_mode) + ":" + (entry.is_regular_file() ? contents(entry.path()) : std::string());
  }
  return all;
}

void foreign(const fs::path& path, const std::string& sql) {
  sqlite3* other = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &other) == SQLITE_OK);
  REQUIRE(sqlite3_exec(other, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
  REQUIRE(sqlite3_close(other) == SQLITE_OK);
}

// The words of a refusal, after checking that nothing has changed and that no driver's word comes through in either language.
std::string refusal_of_open(const TempFolder& folder, const fs::path& path) {
  const auto before = picture(folder.path());
  const auto opened = try_notebook(path);
  REQUIRE_FALSE(opened.has_value());
  CHECK(opened.error().field == "db");
  CHECK(opened.error().why.zh != opened.error().why.en);
  for (const std::string& words : {opened.error().why.en, opened.error().why.zh}) {
    CHECK(words.find("SQL") == std::string::npos);
    CHECK(words.find("database") == std::string::npos);
  }
  CHECK(picture(folder.path()) == before);
  return opened.error().why.en;
}

bool says(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a missing file is named and not made") {
  TempFolder folder;
  CHECK(says(refusal_of_open(folder, folder / "none.db"), "none.db does not exist"));
}

TEST_CASE("a missing folder is named") {
  TempFolder folder;
  CHECK(says(refusal_of_open(folder, folder / "nowhere/x.db"), "nowhere does not exist"));
  const auto made = Store::create(folder / "nowhere/x.db", notebook(), quick);
  REQUIRE_FALSE(made.has_value());
  CHECK(says(made.error().why.en, "nowhere does not exist"));
  CHECK(picture(folder.path()).empty());
}

TEST_CASE("a folder, a text file, an empty file and a pipe are not opened") {
  TempFolder folder;
  fs::create_directory(folder / "sub");
  CHECK(says(refusal_of_open(folder, folder / "sub"), "is a folder, not a notebook"));
  folder.write("words.txt", std::string(4096, 'w'));
  CHECK(says(refusal_of_open(folder, folder / "words.txt"), "is not a notebook"));
  folder.write("short.txt", "SQLite format 3");
  CHECK(says(refusal_of_open(folder, folder / "short.txt"), "is not a notebook"));
  folder.write("nothing.db", "");
  CHECK(says(refusal_of_open(folder, folder / "nothing.db"), "is empty, not a notebook"));
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  CHECK(says(refusal_of_open(folder, folder / "pipe"), "not an ordinary file"));
  CHECK(says(refusal_of_open(folder, folder / "words.txt" / "x.db"), "not a folder"));
}

TEST_CASE("another program's file is not opened, whatever its mode") {
  TempFolder folder;
  foreign(folder / "plain.db", "CREATE TABLE theirs (x)");
  CHECK(says(refusal_of_open(folder, folder / "plain.db"), "belongs to another program"));
  foreign(folder / "stamped.db", "PRAGMA application_id = 252006; CREATE TABLE theirs (x)");
  CHECK(says(refusal_of_open(folder, folder / "stamped.db"), "belongs to another program"));
  foreign(folder / "log.db", "PRAGMA journal_mode = WAL; CREATE TABLE theirs (x)");
  CHECK(says(refusal_of_open(folder, folder / "log.db"), "belongs to another program"));
}

TEST_CASE("a file of a newer version is refused with both versions named") {
  TempFolder folder;
  { create_notebook(folder / "a.db"); }
  foreign(folder / "a.db", "PRAGMA user_version = 7");
  const std::string why = refusal_of_open(folder, folder / "a.db");
  CHECK(says(why, "version 7"));
  CHECK(says(why, "version 2"));
}

TEST_CASE("a file that nobody may write is refused, also to the superuser") {
  TempFolder folder;
  { create_notebook(folder / "a.db"); }
  fs::permissions(folder / "a.db", fs::perms(0444));
  CHECK(says(refusal_of_open(folder, folder / "a.db"), "a.db cannot be written to"));
}

TEST_CASE("a folder that nobody may write is refused, also to the superuser") {
  TempFolder folder;
  fs::create_directory(folder / "sub");
  { create_notebook(folder / "sub/a.db"); }
  fs::permissions(folder / "sub", fs::perms(0555));
  CHECK(says(refusal_of_open(folder, folder / "sub/a.db"), "sub cannot be written to"));
  const auto before = picture(folder.path());
  const auto made = Store::create(folder / "sub/b.db", notebook(), quick);
  REQUIRE_FALSE(made.has_value());
  CHECK(says(made.error().why.en, "sub cannot be written to"));
  CHECK(picture(folder.path()) == before);
  fs::permissions(folder / "sub", fs::perms(0755));
}

TEST_CASE("an empty path is no private file, and a path with a zero byte is not cut short") {
  TempFolder folder;
  CHECK(says(refusal_of_open(folder, ""), "empty"));
  CHECK_FALSE(Store::create("", notebook(), quick).has_value());
  const std::string cut = (folder / "a.db").string() + std::string("\0.txt", 5);
  CHECK(says(refusal_of_open(folder, cut), "zero byte"));
  CHECK_FALSE(Store::create(cut, notebook(), quick).has_value());
  CHECK(picture(folder.path()).empty());
}

TEST_CASE("names with a meaning for the driver are plain names") {
  TempFolder folder;
  const fs::path here = fs::current_path();
  fs::current_path(folder.path());
  for (const char* name : {"file:a.db", ":memory:", "file:b.db?mode=memory", "c.db?immutable=1", "d%20d.db", "账.db"}) {
    CAPTURE(name);
    {
      Store store = create_notebook(name);
      store.atomically([](Tx& tx) { tx.change(write_note{.words = "kept"}); });
    }
    CHECK(fs::is_regular_file(folder / name));
    Store again = open_notebook(name);
    CHECK(notes_in(again) == 1);
  }
  fs::current_path(here);
}

TEST_CASE("what stands there already is never replaced") {
  TempFolder folder;
  folder.write("words.txt", "mine");
  folder.write("nothing", "");
  fs::create_directory(folder / "sub");
  { create_notebook(folder / "a.db"); }
  fs::create_symlink("gone", folder / "dangling");
  const auto before = picture(folder.path());
  for (const char* name : {"words.txt", "nothing", "sub", "a.db", "dangling"}) {
    CAPTURE(name);
    const auto made = Store::create(folder / name, notebook(), quick);
    REQUIRE_FALSE(made.has_value());
    CHECK(made.error().field == "db");
    CHECK(picture(folder.path()) == before);
  }
}

TEST_CASE("a log left by a deleted file is not taken into a new one") {
  TempFolder folder;
  folder.write("a.db-wal", "last records of another file");
  const auto before = picture(folder.path());
  const auto made = Store::create(folder / "a.db", notebook(), quick);
  REQUIRE_FALSE(made.has_value());
  CHECK(says(made.error().why.en, "a.db-wal"));
  CHECK(picture(folder.path()) == before);
}

TEST_CASE("looking at a file a second time in one process keeps the locks of the first") {
  TempFolder folder;
  { create_notebook(folder / "a.db"); }
  Signal looked;
  Signal release;
  const pid_t holder = start_process([&] {
    Store first = open_notebook(folder / "a.db");
    first.atomically([](Tx& tx) { tx.change(write_note{.words = "before"}); });
    const FileKind other{1, {}, {"another", "另一种"}};
    if (Store::open(folder / "a.db", std::span<const FileKind>(&other, 1), quick).has_value()) return 1;
    { Store second = open_notebook(folder / "a.db"); }
    looked.give();
    release.await();
    first.atomically([](Tx& tx) { tx.change(write_note{.words = "after"}); });
    return 0;
  });
  looked.await();
  // Had the holder lost its locks, this process would take itself for the last one and remove the log under the other.
  { Store here = open_notebook(folder / "a.db"); }
  CHECK(fs::exists(folder / "a.db-wal"));
  release.give();
  CHECK(end_of(holder) == 0);
  Store store = open_notebook(folder / "a.db");
  CHECK(notes_in(store) == 2);
}

TEST_CASE("a made file is one file, and its maker leaves no draft") {
  TempFolder folder;
  { create_notebook(folder / "a.db", {.durable = true}); }
  const auto all = picture(folder.path());
  REQUIRE(all.size() == 1);
  CHECK(says(all.begin()->first, "a.db"));
}
