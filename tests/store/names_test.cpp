// A file has one name, its maker can open it again, and a maker that died leaves nothing for ever.

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>

#include "tests/store/notebook.hpp"
#include "tests/store/processes.hpp"
#include "tests/support/temp_folder.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

namespace fs = std::filesystem;

std::size_t count_of(const fs::path& folder) {
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder)) ++count;
  return count;
}

/// A process number that nobody has: its owner has just ended.
pid_t gone() {
  const pid_t child = start_process([] { return 0; });
  (void)end_of(child);
  return child;
}

std::string draft_of(pid_t process) { return ".payonce-new-" + std::to_string(process) + "-1"; }

}  // namespace

TEST_CASE("a file of two names is refused by either, and by one name it opens again") {
  TempFolder folder;
  { create_notebook(folder / "a.db"); }
  fs::create_hard_link(folder / "a.db", folder / "b.db");
  for (const char* name : {"a.db", "b.db"}) {
    CAPTURE(name);
    const auto opened = try_notebook(folder / name);
    REQUIRE_FALSE(opened.has_value());
    CHECK(opened.error().field == "db");
    CHECK(opened.error().why.en.find("hard links") != std::string::npos);
    CHECK(opened.error().why.zh.find("硬链接") != std::string::npos);
  }
  CHECK(count_of(folder.path()) == 2);
  fs::remove(folder / "a.db");
  Store store = open_notebook(folder / "b.db");
  CHECK(notes_in(store) == 0);
}

TEST_CASE("a link to a file is no second name: one log serves both") {
  TempFolder folder;
  { create_notebook(folder / "a.db"); }
  fs::create_symlink("a.db", folder / "link.db");
  Store plain = open_notebook(folder / "a.db");
  Store linked = open_notebook(folder / "link.db");
  linked.atomically([](Tx& tx) { tx.change(write_note{.words = "by the link"}); });
  CHECK(notes_in(plain) == 1);
}

TEST_CASE("a maker that died between a file's two names holds nobody up") {
  TempFolder folder;
  { create_notebook(folder / "a.db"); }
  const fs::path draft = folder / draft_of(gone());
  fs::create_hard_link(folder / "a.db", draft);
  Store store = open_notebook(folder / "a.db");
  CHECK_FALSE(fs::exists(draft));
  CHECK(notes_in(store) == 0);
}

TEST_CASE("the next maker in a folder removes what a dead one left, and nothing else") {
  TempFolder folder;
  const std::string dead = draft_of(gone());
  for (const char* side : {"", "-wal", "-shm", "-journal"}) folder.write(dead + side, "half");
  for (const char* other : {".payonce-new-1", ".payonce-new-1-1.txt", ".payonce-new-x-1", ".payonce-new--1"}) {
    folder.write(other, "mine");
  }
  { create_notebook(folder / "a.db"); }
  for (const char* side : {"", "-wal", "-shm", "-journal"}) CHECK_FALSE(fs::exists(folder / (dead + side)));
  CHECK(count_of(folder.path()) == 5);
}

TEST_CASE("what somebody alive is making is left alone") {
  TempFolder folder;
  Signal begun;
  Signal go_on;
  const fs::path file = folder / "slow.db";
  const pid_t maker = start_process([&] {
    const auto made = Store::create(file, notebook(), quick, [&](Tx&) {
      begun.give();
      go_on.await();
    });
    return made.has_value() ? 0 : 1;
  });
  begun.await();
  { create_notebook(folder / "quick.db"); }
  CHECK(fs::exists(folder / draft_of(maker)));
  go_on.give();
  CHECK(end_of(maker) == 0);
  CHECK(fs::exists(file));
  CHECK(count_of(folder.path()) == 2);
}

TEST_CASE("a mask that would shut out the owner leaves a file its owner can use") {
  TempFolder folder;
  const int status = end_of(start_process([&] {
    umask(0777);
    { create_notebook(folder / "a.db"); }
    return try_notebook(folder / "a.db").has_value() ? 0 : 1;
  }));
  CHECK(status == 0);
  struct stat found {};
  REQUIRE(stat((folder / "a.db").c_str(), &found) == 0);
  CHECK((found.st_mode & 0777) == 0600);
}

TEST_CASE("in a folder that is gone a name that begins there is refused") {
  TempFolder folder;
  fs::create_directory(folder / "sub");
  const int status = end_of(start_process([&] {
    fs::current_path(folder / "sub");
    fs::remove(folder / "sub");
    const auto opened = try_notebook("a.db");
    const auto made = Store::create("a.db", notebook(), quick);
    if (opened.has_value() || made.has_value()) return 1;
    return opened.error().field == "db" && made.error().why.en.find("is gone") != std::string::npos ? 0 : 2;
  }));
  CHECK(status == 0);
}
