#include <doctest/doctest.h>

#include "ledger/store/memory_files.hpp"
#include "ledger/store/store.hpp"
#include "ledger/values/result.hpp"

namespace payonce {
namespace {

constexpr std::int32_t kind_id = 0x54455354;

FileKind kind() {
  static const std::vector<Migration> steps = {
      {1, "0001_note", "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;"}};
  return {kind_id, steps, {"a test file", "测试文件"}};
}

Store made(MemoryFiles& files) {
  auto store = Store::create("note.db", kind(), {.files = &files});
  REQUIRE(store);
  return std::move(store).value();
}

Store another(MemoryFiles& files) {
  const FileKind one = kind();
  auto store = Store::open("note.db", std::span<const FileKind>(&one, 1), {.busy_wait = {0}, .files = &files});
  REQUIRE(store);
  return std::move(store).value();
}

void write(Store& store, const std::string& text) {
  store.atomically([&](Tx& tx) { (void)tx.change_of("INSERT INTO note (text) VALUES (?)", {Bound(text)}); });
}

std::string read(Store& store) {
  std::string all;
  store.reading([&](View& view) {
    view.each_of("SELECT text FROM note ORDER BY id", [&](const Row& row) { all.append(row.text(0)).append(" "); });
  });
  return all;
}

}  // namespace

TEST_CASE("what one connection commits to a file in memory another one reads") {
  MemoryFiles files;
  Store first = made(files);
  Store second = another(files);
  write(first, "a");
  CHECK(read(second) == "a ");
  write(second, "b");
  CHECK(read(first) == "a b ");
}

TEST_CASE("an image is brought back under open connections and the branch that was left is seen by none of them") {
  MemoryFiles files;
  Store first = made(files);
  Store second = another(files);
  write(first, "a");
  const auto image = files.image();
  for (int round = 0; round < 5; ++round) {
    CAPTURE(round);
    write(first, "left" + std::to_string(round));
    CHECK(read(second) == "a left" + std::to_string(round) + " ");
    files.restore(*image);
    CHECK(read(second) == "a ");
    CHECK(read(first) == "a ");
    const std::uint64_t before = first.content();
    write(second, "x");
    CHECK(first.content() != before);
    files.restore(*image);
    CHECK(second.content() == before);
  }
}

TEST_CASE("a second writer is told that the file is busy and loses nothing") {
  MemoryFiles files;
  Store first = made(files);
  Store second = another(files);
  first.atomically([&](Tx& tx) {
    (void)tx.change_of("INSERT INTO note (text) VALUES (?)", {Bound(std::string_view("mine"))});
    try {
      write(second, "theirs");
      FAIL("two writers at once");
    } catch (const StorageTrouble& met) {
      CHECK(met.kind() == StorageTrouble::Kind::busy);
    }
    CHECK(read(second) == "");
  });
  write(second, "theirs");
  CHECK(read(first) == "mine theirs ");
}

TEST_CASE("a copy of an image is a file of its own") {
  MemoryFiles files;
  Store store = made(files);
  write(store, "a");
  MemoryFiles copy;
  copy.copy_from(*files.image());
  Store other = another(copy);
  write(other, "b");
  CHECK(read(other) == "a b ");
  CHECK(read(store) == "a ");
}

TEST_CASE("what was flushed outlives a power failure and what was not is gone") {
  for (const bool durable : {true, false}) {
    CAPTURE(durable);
    MemoryFiles files;
    {
      Store store = made(files);
      write(store, "old");
    }
    const FileKind one = kind();
    auto opened = Store::open("note.db", std::span<const FileKind>(&one, 1), {.durable = durable, .files = &files});
    REQUIRE(opened);
    Store store = std::move(opened).value();
    write(store, "new");
    MemoryFiles later;
    later.copy_from(*files.after_power_failure());
    Store after = another(later);
    CHECK(read(after) == (durable ? "old new " : "old "));
  }
}

}  // namespace payonce
