// One transaction: whole or not at all, and the connection is clean after every failure.

#include <doctest/doctest.h>

#include <chrono>

#include "ledger/values/invariant.hpp"
#include "tests/store/notebook.hpp"
#include "tests/store/processes.hpp"
#include "tests/support/temp_folder.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

StorageTrouble trouble_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const StorageTrouble& met) {
    return met;
  }
  FAIL("nothing was thrown");
  throw Broken("unreachable");
}

}  // namespace

TEST_CASE("what the work returns is handed on after the commit") {
  TempFolder folder;
  Store store = create_notebook(folder / "a.db");
  const std::int64_t changed = store.atomically([](Tx& tx) { return tx.change(write_count{.count = 5}); });
  CHECK(changed == 1);
  CHECK(count_in(store) == 5);
  const std::int64_t id = store.atomically([](Tx& tx) {
    tx.change(write_note{.words = "a"});
    return tx.last_id();
  });
  CHECK(id == 1);
}

TEST_CASE("an exception of the work rolls back and passes through") {
  TempFolder folder;
  Store store = create_notebook(folder / "a.db");
  struct Mine {};
  CHECK_THROWS_AS(store.atomically([](Tx& tx) {
    tx.change(write_note{.words = "lost"});
    throw Mine{};
  }),
                  Mine);
  CHECK(notes_in(store) == 0);
  store.atomically([](Tx& tx) { tx.change(write_note{.words = "kept"}); });
  CHECK(notes_in(store) == 1);
}

TEST_CASE("a broken constraint says so by its code, and nothing of the transaction stays") {
  TempFolder folder;
  Store store = create_notebook(folder / "a.db");
  const StorageTrouble met = trouble_of([&] {
    store.atomically([](Tx& tx) {
      tx.change(write_note{.words = "twice"});
      tx.change(write_note{.words = "twice"});
    });
  });
  CHECK(met.kind() == StorageTrouble::Kind::refused);
  CHECK(met.code() == 2067);
  CHECK(notes_in(store) == 0);
}

TEST_CASE("a failed step that the caller swallowed cannot commit by half") {
  TempFolder folder;
  Store store = create_notebook(folder / "a.db");
  int ran_after = 0;
  const StorageTrouble met = trouble_of([&] {
    store.atomically([&](Tx& tx) {
      tx.change(write_note{.words = "first"});
      try {
        tx.change(write_note{.words = "first"});
      } catch (const StorageTrouble&) {}
      try {
        tx.change(write_note{.words = "fourth"});
        ++ran_after;
      } catch (const StorageTrouble&) {}
    });
  });
  // The first cause is told, not what came of it.
  CHECK(met.code() == 2067);
  CHECK(ran_after == 0);
  CHECK(notes_in(store) == 0);
  store.atomically([](Tx& tx) { tx.change(write_note{.words = "next"}); });
  CHECK(notes_in(store) == 1);
}

TEST_CASE("a commit that the schema refuses rolls back and leaves a clean connection") {
  TempFolder folder;
  Store store = create_notebook(folder / "a.db");
  const StorageTrouble met = trouble_of([&] {
    store.atomically([](Tx& tx) {
      tx.change(write_note{.words = "kept by nobody"});
      tx.change(write_remark{.note_id = 4711});
    });
  });
  CHECK(met.kind() == StorageTrouble::Kind::refused);
  CHECK(met.code() == 787);
  CHECK(notes_in(store) == 0);
  store.atomically(
      [](Tx& tx) { tx.change(write_remark{.note_id = (tx.change(write_note{.words = "x"}), tx.last_id())}); });
  CHECK(notes_in(store) == 1);
}

TEST_CASE("transactions of one store do not stand inside each other, and the outer one survives the attempt") {
  TempFolder folder;
  Store store = create_notebook(folder / "a.db");
  store.atomically([&](Tx& tx) {
    tx.change(write_note{.words = "outer"});
    CHECK_THROWS_AS(store.atomically([](Tx&) {}), Broken);
    CHECK_THROWS_AS(store.reading([](View&) {}), Broken);
    tx.change(write_note{.words = "still outer"});
  });
  CHECK(notes_in(store) == 2);
}

TEST_CASE("a view sees one moment") {
  TempFolder folder;
  Store writer = create_notebook(folder / "a.db");
  Store reader = open_notebook(folder / "a.db");
  reader.reading([&](View& view) {
    CHECK(number_of(view, "SELECT count(*) FROM note") == 0);
    writer.atomically([](Tx& tx) { tx.change(write_note{.words = "later"}); });
    CHECK(number_of(view, "SELECT count(*) FROM note") == 0);
  });
  CHECK(notes_in(reader) == 1);
}

TEST_CASE("a view does not write, by a named statement or by text") {
  TempFolder folder;
  Store store = create_notebook(folder / "a.db");
  CHECK_THROWS_AS(store.reading([](View& view) { view.each(write_note{.words = "x"}, [](const Row&) {}); }), Broken);
  CHECK_THROWS_AS(store.reading([](View& view) { view.each_of("DELETE FROM counter", [](const Row&) {}); }), Broken);
  CHECK(notes_in(store) == 0);
  CHECK(count_in(store) == 0);
}

TEST_CASE("a store opened for reading only refuses to write and reads on") {
  TempFolder folder;
  { create_notebook(folder / "a.db"); }
  Store store = open_notebook(folder / "a.db", {.durable = false, .read_only = true});
  const StorageTrouble met = trouble_of([&] { store.atomically([](Tx& tx) { tx.change(write_note{.words = "x"}); }); });
  CHECK(met.kind() == StorageTrouble::Kind::read_only);
  CHECK(notes_in(store) == 0);
}

TEST_CASE("text run at run time cannot end the transaction it runs in") {
  TempFolder folder;
  Store store = create_notebook(folder / "a.db");
  CHECK_THROWS_AS(store.atomically([](Tx& tx) {
    tx.change(write_note{.words = "x"});
    tx.execute("ROLLBACK");
  }),
                  Broken);
  store.atomically([](Tx& tx) { tx.execute("CREATE TABLE more (x INTEGER) STRICT; INSERT INTO more VALUES (1)"); });
  CHECK(store.reading([](View& view) { return number_of(view, "SELECT x FROM more"); }) == 1);
}

TEST_CASE("waiting for a writer is bounded, and the same store works afterwards") {
  TempFolder folder;
  { create_notebook(folder / "a.db"); }
  Signal held;
  Signal release;
  const pid_t holder = start_process([&] {
    Store store = open_notebook(folder / "a.db");
    store.atomically([&](Tx& tx) {
      tx.change(write_note{.words = "holder"});
      held.give();
      release.await();
    });
    return 0;
  });
  Signal freed;
  const pid_t third = start_process([&] {
    freed.await();
    Store here = open_notebook(folder / "a.db", {.busy_wait = milliseconds(200), .durable = false});
    here.atomically([](Tx& tx) { tx.change(write_note{.words = "third"}); });
    return 0;
  });
  held.await();
  Store store = open_notebook(folder / "a.db", {.busy_wait = milliseconds(200), .durable = false});
  const auto began = std::chrono::steady_clock::now();
  const StorageTrouble met =
      trouble_of([&] { store.atomically([](Tx& tx) { tx.change(write_note{.words = "mine"}); }); });
  const auto waited = std::chrono::steady_clock::now() - began;
  CHECK(met.kind() == StorageTrouble::Kind::busy);
  CHECK(waited >= std::chrono::milliseconds(200));
  CHECK(waited < std::chrono::seconds(5));
  CHECK(notes_in(store) == 0);  // a reader is never kept waiting by a writer
  release.give();
  CHECK(end_of(holder) == 0);
  store.atomically([](Tx& tx) { tx.change(write_note{.words = "mine"}); });
  // A third process finds no lock left behind by either.
  freed.give();
  CHECK(end_of(third) == 0);
  CHECK(notes_in(store) == 3);
}
