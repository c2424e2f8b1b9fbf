// Many processes at one acquirer's book.

#include <doctest/doctest.h>

#include <algorithm>

#include "scenarios/acquirer/acquirer.hpp"
#include "schema/migrations.hpp"
#include "tests/store/processes.hpp"
#include "tests/support/temp_folder.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

constexpr Store::Options quick{.busy_wait = seconds(20), .durable = false};

ChannelRequest same_charge() {
  return {Movement::charge, "ord_1.pay.1", "", {10'000, *Currency::parse("currency", "CNY")}};
}

Acquirer opened(const std::filesystem::path& path, World& world, Store::Options options = quick) {
  auto acquirer = Acquirer::open(path, world, options);
  if (!acquirer) throw StorageTrouble(StorageTrouble::Kind::other, 0, acquirer.error().why.en);
  return std::move(acquirer).value();
}

int movements_of_eight(const Acquirer::Settings& settings) {
  TempFolder folder;
  VirtualWorld world;
  REQUIRE(Acquirer::create(folder / "bank.db", world, settings, quick).has_value());
  const auto ended = run_processes(8, [&](int) {
    Acquirer acquirer = opened(folder / "bank.db", world);
    return acquirer.move(same_charge(), {}).said == Said::approved ? 0 : 1;
  });
  CHECK(ended == std::vector<int>(8, 0));
  int lines = 0;
  opened(folder / "bank.db", world).statement([&](const ChannelLine&) { ++lines; });
  return lines;
}

}  // namespace

TEST_CASE(
    "eight processes with one reference move money once where it is known again, and eight times where it is not") {
  CHECK(movements_of_eight({.dedup = true}) == 1);
  CHECK(movements_of_eight({.dedup = false}) == 8);
}

TEST_CASE("no two processes use up the same turn of a script") {
  TempFolder folder;
  VirtualWorld world;
  REQUIRE(Acquirer::create(folder / "bank.db", world, {}, quick).has_value());
  opened(folder / "bank.db", world).script(Behaviour::down, {}, 5);
  const auto ended = run_processes(
      8, [&](int) { return opened(folder / "bank.db", world).move(same_charge(), {}).said == Said::not_sent ? 1 : 0; });
  CHECK(std::count(ended.begin(), ended.end(), 1) == 5);
  CHECK(std::count(ended.begin(), ended.end(), 0) == 3);
}

TEST_CASE("a process killed while it waits for a slow answer leaves the money moved, once") {
  TempFolder folder;
  VirtualWorld world;
  REQUIRE(Acquirer::create(folder / "bank.db", world, {}, quick).has_value());
  opened(folder / "bank.db", world).script(Behaviour::slow, seconds(10));
  const auto ended = run_processes(1, [&](int) {
    Acquirer acquirer = opened(folder / "bank.db", world);
    (void)acquirer.move(same_charge(), [] { return raise(SIGKILL) == 0; });
    return 0;
  });
  CHECK(ended == std::vector<int>{-SIGKILL});
  Acquirer acquirer = opened(folder / "bank.db", world);
  const ChannelAnswer found = acquirer.query(Movement::charge, "ord_1.pay.1");
  CHECK(found.said == Said::approved);
  CHECK(acquirer.move(same_charge(), {}).channel_txn == found.channel_txn);
}

TEST_CASE("a book that is held for too long is an acquirer that was not reached") {
  TempFolder folder;
  VirtualWorld world;
  REQUIRE(Acquirer::create(folder / "bank.db", world, {}, quick).has_value());
  Signal held;
  Signal release;
  const pid_t holder = start_process([&] {
    // The book opened as a plain store, by its stamp and its schema.
    const FileKind book{0x70616371, acquirer_migrations(), {"a book", "账簿"}};
    auto store = Store::open(folder / "bank.db", std::span<const FileKind>(&book, 1), quick);
    if (!store) return 1;
    Store holding = std::move(store).value();
    holding.atomically([&](Tx&) {
      held.give();
      release.await();
    });
    return 0;
  });
  held.await();
  Acquirer acquirer = opened(folder / "bank.db", world, {.busy_wait = milliseconds(50), .durable = false});
  CHECK(acquirer.move(same_charge(), {}).said == Said::not_sent);
  CHECK(acquirer.query(Movement::charge, "ord_1.pay.1").said == Said::not_found);
  release.give();
  CHECK(end_of(holder) == 0);
  CHECK(acquirer.move(same_charge(), {}).said == Said::approved);
}
