// Many processes on one file: all are served, nobody is told that it is locked, nothing is lost.

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/store/notebook.hpp"
#include "tests/store/processes.hpp"
#include "tests/support/temp_folder.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

namespace fs = std::filesystem;

// Each work runs once: whoever has begun holds the write lock, and nobody's commit can fall between reading and changing.
int count_up(Store& store, int times) {
  int runs = 0;
  for (int i = 0; i < times; ++i) {
    store.atomically([&](Tx& tx) {
      ++runs;
      std::int64_t seen = -1;
      (void)tx.one(read_count{}, [&](const Row& row) { seen = row.integer(0); });
      tx.change(write_count{.count = seen + 1});
    });
  }
  return runs == times ? 0 : 2;
}

}  // namespace

TEST_CASE("two processes that read and then change lose nothing and meet no busy") {
  TempFolder folder;
  { create_notebook(folder / "a.db"); }
  const auto ended = run_processes(2, [&](int) {
    Store store = open_notebook(folder / "a.db");
    return count_up(store, 5000);
  });
  CHECK(ended == std::vector<int>{0, 0});
  Store store = open_notebook(folder / "a.db");
  CHECK(count_in(store) == 10'000);
}

TEST_CASE("sixty-four processes that open, write and close at once are all served") {
  TempFolder folder;
  { create_notebook(folder / "a.db"); }
  const auto ended = run_processes(64, [&](int) {
    // Each closing may be the last one and take the log away while others are opening.
    for (int i = 0; i < 3; ++i) {
      Store store = open_notebook(folder / "a.db");
      if (const int status = count_up(store, 2); status != 0) return status;
    }
    return 0;
  });
  CHECK(ended == std::vector<int>(64, 0));
  Store store = open_notebook(folder / "a.db");
  CHECK(count_in(store) == 64 * 6);
}

TEST_CASE("of sixteen processes that make one file exactly one does, and the others see it whole") {
  TempFolder folder;
  for (int round = 0; round < 5; ++round) {
    const fs::path path = folder / ("a" + std::to_string(round));
    const auto ended = run_processes(16, [&](int) {
      if (Store::create(path, notebook(), quick).has_value()) return 1;
      Store store = open_notebook(path);
      return count_up(store, 1);
    });
    CHECK(std::count(ended.begin(), ended.end(), 1) == 1);
    CHECK(std::count(ended.begin(), ended.end(), 0) == 15);
    Store store = open_notebook(path);
    CHECK(count_in(store) == 15);
  }
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    CHECK(entry.path().filename().string().substr(0, 1) == "a");
  }
}

TEST_CASE("of sixteen processes that open an older file one migrates it and none fails") {
  TempFolder folder;
  { REQUIRE(Store::create(folder / "a.db", notebook(1), quick).has_value()); }
  const auto ended = run_processes(16, [&](int) {
    Store store = open_notebook(folder / "a.db");
    store.atomically([](Tx& tx) {
      tx.change(write_note{.words = "note " + std::to_string(getpid())});
      tx.change(write_remark{.note_id = tx.last_id()});
    });
    return 0;
  });
  CHECK(ended == std::vector<int>(16, 0));
  Store store = open_notebook(folder / "a.db");
  CHECK(store.reading([](View& view) { return number_of(view, "SELECT count(*) FROM remark"); }) == 16);
}

TEST_CASE("opening while another process holds the write lock does not wait for it") {
  TempFolder folder;
  { create_notebook(folder / "a.db"); }
  Signal held;
  Signal release;
  const pid_t holder = start_process([&] {
    Store store = open_notebook(folder / "a.db");
    store.atomically([&](Tx& tx) {
      tx.change(write_count{.count = 1});
      held.give();
      release.await();
    });
    return 0;
  });
  held.await();
  Store store = open_notebook(folder / "a.db", {.busy_wait = milliseconds(50), .durable = false});
  CHECK(count_in(store) == 0);
  release.give();
  CHECK(end_of(holder) == 0);
  CHECK(count_in(store) == 1);
}
