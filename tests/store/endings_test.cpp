// What is acknowledged stays: after a clean stop, a killed process, a full disk, and in a copy.

#include <doctest/doctest.h>
#include <sys/resource.h>

#include "tests/store/notebook.hpp"
#include "tests/store/processes.hpp"
#include "tests/support/temp_folder.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

namespace fs = std::filesystem;

void write_hundred(Store& store) {
  for (int i = 0; i < 100; ++i) {
    store.atomically([&](Tx& tx) { tx.change(write_note{.words = "note " + std::to_string(i)}); });
  }
}

}  // namespace

TEST_CASE("after a clean stop the main file alone is everything") {
  TempFolder folder;
  fs::create_directory(folder / "elsewhere");
  {
    Store store = create_notebook(folder / "a.db");
    write_hundred(store);
  }
  fs::rename(folder / "a.db", folder / "elsewhere/b.db");
  CHECK(fs::is_empty(folder.path()) == false);
  CHECK_FALSE(fs::exists(folder / "a.db-wal"));
  Store moved = open_notebook(folder / "elsewhere/b.db");
  CHECK(notes_in(moved) == 100);
}

TEST_CASE("after a kill the main and side files together are everything") {
  TempFolder folder;
  fs::create_directory(folder / "elsewhere");
  { create_notebook(folder / "a.db"); }
  const pid_t writer = start_process([&] {
    Store store = open_notebook(folder / "a.db");
    write_hundred(store);
    store.atomically([&](Tx& tx) {
      tx.change(write_note{.words = "not acknowledged"});
      raise(SIGKILL);
    });
    return 0;
  });
  REQUIRE(end_of(writer) == -SIGKILL);
  REQUIRE(fs::exists(folder / "a.db-wal"));
  for (const char* side : {"", "-wal", "-shm"}) {
    fs::rename(folder / (std::string("a.db") + side), folder / (std::string("elsewhere/b.db") + side));
  }
  Store moved = open_notebook(folder / "elsewhere/b.db");
  CHECK(notes_in(moved) == 100);
}

TEST_CASE("a full disk is told as one, and nothing half-written stays") {
  TempFolder folder;
  { create_notebook(folder / "a.db"); }
  // A limit on the size of files, in a process of its own, fails a write exactly where a full disk would.
  const std::vector<int> ended = run_processes(1, [&](int) {
    signal(SIGXFSZ, SIG_IGN);
    Store store = open_notebook(folder / "a.db");
    rlimit room{};
    getrlimit(RLIMIT_FSIZE, &room);
    room.rlim_cur = 100'000;
    if (setrlimit(RLIMIT_FSIZE, &room) != 0) return 1;
    const std::string page(4000, 'x');
    int kept = 0;
    for (int i = 0; i < 100; ++i) {
      try {
        store.atomically([&](Tx& tx) {
          tx.change(write_note{.words = "a" + std::to_string(i) + page});
          tx.change(write_note{.words = "b" + std::to_string(i) + page});
        });
        ++kept;
      } catch (const StorageTrouble& met) {
        if (met.kind() != StorageTrouble::Kind::full) return 2;
        break;
      }
    }
    if (kept == 0 || kept == 100) return 3;
    if (notes_in(store) != 2 * kept) return 4;
    room.rlim_cur = room.rlim_max;
    if (setrlimit(RLIMIT_FSIZE, &room) != 0) return 5;
    store.atomically([&](Tx& tx) { tx.change(write_note{.words = "there is room again"}); });
    return notes_in(store) == 2 * kept + 1 ? 0 : 6;
  });
  CHECK(ended == std::vector<int>{0});
  Store after = open_notebook(folder / "a.db");
  CHECK(notes_in(after) % 2 == 1);
}

TEST_CASE("a file that cannot be made for want of room leaves nothing behind") {
  TempFolder folder;
  const std::vector<int> ended = run_processes(1, [&](int) {
    signal(SIGXFSZ, SIG_IGN);
    rlimit room{8'000, RLIM_INFINITY};
    getrlimit(RLIMIT_FSIZE, &room);
    room.rlim_cur = 8'000;
    if (setrlimit(RLIMIT_FSIZE, &room) != 0) return 1;
    try {
      (void)Store::create(folder / "a.db", notebook(), quick);
      return 2;
    } catch (const StorageTrouble& met) {
      return met.kind() == StorageTrouble::Kind::full ? 0 : 3;
    }
  });
  CHECK(ended == std::vector<int>{0});
  CHECK(fs::is_empty(folder.path()));
}

TEST_CASE("a damaged file is told as one") {
  TempFolder folder;
  {
    Store store = create_notebook(folder / "a.db");
    write_hundred(store);
  }
  const std::string whole = contents(folder / "a.db");
  // The head is kept, so that the file is known as ours; what is behind it is not.
  folder.write("a.db", whole.substr(0, 100) + std::string(whole.size() - 100, 'x'));
  const auto use = [&] {
    Store store = open_notebook(folder / "a.db");
    (void)notes_in(store);
  };
  try {
    use();
    FAIL("a damaged file was read");
  } catch (const StorageTrouble& met) {
    CHECK(met.kind() == StorageTrouble::Kind::corrupt);
  }
  folder.write("a.db", whole);
  use();
}

TEST_CASE("a copy is one complete file, made while others write, and replaces nothing") {
  TempFolder folder;
  {
    Store store = create_notebook(folder / "a.db");
    write_hundred(store);
  }
  const pid_t writer = start_process([&] {
    Store other = open_notebook(folder / "a.db");
    for (int i = 0; i < 200; ++i) {
      other.atomically([&](Tx& tx) {
        tx.change(write_note{.words = "one of two " + std::to_string(i)});
        tx.change(write_note{.words = "two of two " + std::to_string(i)});
      });
    }
    return 0;
  });
  Store store = open_notebook(folder / "a.db");
  for (int i = 0; i < 5; ++i) {
    const fs::path path = folder / ("copy" + std::to_string(i));
    CHECK_FALSE(store.copy_to(path).has_value());
    CHECK_FALSE(fs::exists(path.string() + "-wal"));
    Store copy = open_notebook(path);
    CHECK(notes_in(copy) >= 100);
    CHECK(notes_in(copy) % 2 == 0);
    CHECK(copy.reading([](View& view) {
      std::string answer;
      view.each_of("PRAGMA integrity_check", [&](const Row& row) { answer = row.text(0); });
      return answer;
    }) == "ok");
    CHECK(copy.schema_text() == store.schema_text());
  }
  CHECK(end_of(writer) == 0);
  folder.write("taken", "mine");
  const auto refused = store.copy_to(folder / "taken");
  REQUIRE(refused.has_value());
  CHECK(refused->field == "copy");
  CHECK(contents(folder / "taken") == "mine");
  CHECK(store.copy_to(folder / "a.db").has_value());
}
