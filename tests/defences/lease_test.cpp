#include <doctest/doctest.h>

#include "ledger/defences/lease_holder.hpp"
#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

LeaseName job() { return *LeaseName::parse("lease", "job"); }
LeaseOwner worker(std::string_view name) { return *LeaseOwner::parse("owner", name); }

lease::Turn acquire(Shop& shop, std::string_view who, Duration ttl = seconds(30)) {
  return shop.store().atomically([&](Tx& tx) { return lease::acquire(tx, shop.world, job(), worker(who), ttl); });
}
bool renew(Shop& shop, const HeldLease& held, Duration ttl = seconds(30)) {
  return shop.store().atomically([&](Tx& tx) { return lease::renew(tx, shop.world, held, ttl); });
}
lease::Release release(Shop& shop, const HeldLease& held) {
  return shop.store().atomically([&](Tx& tx) { return lease::release(tx, shop.world, held); });
}
bool ours(Shop& shop, const HeldLease& held) {
  return shop.store().reading([&](View& view) { return lease::still_ours(view, held); });
}

}  // namespace

TEST_CASE("every turn has a higher fence than the one before, whoever held it and however it ended") {
  Shop shop;
  std::int64_t last = 0;
  for (int round = 0; round < 12; ++round) {
    CAPTURE(round);
    const lease::Turn turn = acquire(shop, round % 2 == 0 ? "a" : "b");
    REQUIRE(turn.held);
    CHECK(turn.held->fence > last);
    last = turn.held->fence;
    CHECK(renew(shop, *turn.held));
    if (round % 3 == 0) {
      CHECK(release(shop, *turn.held) == lease::Release::released);
    } else {
      shop.wait(seconds(30));
    }
  }
  CHECK(shop.reconcile().empty());
}

TEST_CASE("a lease that is held is told with its holder, and when to ask again") {
  Shop shop;
  REQUIRE(acquire(shop, "a", seconds(3)).held);
  const lease::Turn turn = acquire(shop, "b");
  CHECK_FALSE(turn.held);
  CHECK(turn.holder == "a");
  CHECK(turn.retry_after_ms == 3'000);
  shop.wait(milliseconds(turn.retry_after_ms));
  CHECK(acquire(shop, "b").held);
  // The same name twice may be two processes.
  CHECK_FALSE(acquire(shop, "b").held);
}

TEST_CASE("a holder that was away past its lease is told so and writes nothing") {
  Shop shop;
  shop.order("o1");
  const HeldLease a = *acquire(shop, "a").held;
  shop.wait(seconds(31));
  CHECK(ours(shop, a));  // nobody came meanwhile
  const HeldLease b = *acquire(shop, "b").held;
  CHECK_FALSE(ours(shop, a));
  CHECK(ours(shop, b));
  CHECK_FALSE(renew(shop, a));
  CHECK(release(shop, a) == lease::Release::lost);
  Request late = paying("o1", "k-a");
  late.lease = a;
  CHECK(shop.ask(late).outcome == Outcome::lease_lost);
  CHECK(shop.status("o1") == "created");
  Request now = paying("o1", "k-b");
  now.lease = b;
  CHECK(shop.ask(now).outcome == Outcome::paid);
  // A refused permit holds no key: under the lease that stands the same key runs, and learns what stands.
  late.lease = b;
  shop.wait(seconds(6));
  CHECK(shop.ask(late).outcome == Outcome::already_paid);
  CHECK(shop.reconcile().empty());
}

TEST_CASE("a fence or an owner that is not quite right opens nothing") {
  Shop shop;
  const HeldLease a = *acquire(shop, "a").held;
  for (const HeldLease& wrong :
       {HeldLease{job(), worker("a"), a.fence + 1}, HeldLease{job(), worker("a"), 0},
        HeldLease{job(), worker("b"), a.fence}, HeldLease{*LeaseName::parse("lease", "other"), worker("a"), a.fence}}) {
    CHECK_FALSE(ours(shop, wrong));
    CHECK_FALSE(renew(shop, wrong));
    CHECK(release(shop, wrong) == lease::Release::lost);
  }
  CHECK(ours(shop, a));
}

TEST_CASE("a lease is shown as lasting exactly while acquire refuses it, however the wall clock leaps") {
  Shop shop;
  REQUIRE(acquire(shop, "a", seconds(30)).held);
  const auto left = [&] {
    return shop.store().reading(
        [&](View& view) { return lease::left(view, shop.world, *lease::find(view, job().text())).ns; });
  };
  CHECK(left() == seconds(30).ns);
  for (const std::int64_t leap : {days(400).ns, -days(800).ns}) {
    shop.world.jump_wall(leap);
    CHECK(left() == seconds(30).ns);
    CHECK_FALSE(acquire(shop, "b").held);
  }
  shop.wait(seconds(30));
  CHECK(left() == 0);
  shop.world.jump_wall(-days(2).ns);
  CHECK(left() == 0);
  // From another machine the rule is the watcher's own clock, for both.
  REQUIRE(acquire(shop, "b", seconds(30)).held);
  shop.world.move_to_host("elsewhere");
  CHECK(left() == seconds(30).ns);
  CHECK_FALSE(acquire(shop, "c").held);
  shop.wait(seconds(10));
  CHECK(left() == seconds(20).ns);
  shop.wait(seconds(20));
  CHECK(left() == 0);
  CHECK(acquire(shop, "c").held);
}

TEST_CASE("a release that comes late is a warning and no failure") {
  Shop shop;
  const HeldLease a = *acquire(shop, "a", seconds(5)).held;
  shop.wait(seconds(7));
  CHECK(release(shop, a) == lease::Release::late);
  CHECK(release(shop, a) == lease::Release::lost);  // given back once
  CHECK(acquire(shop, "b").held);
}

TEST_CASE("a holder waits no longer than it is told to, renews from its own loop, and gives back in the end") {
  Shop shop;
  const auto wait_for = [&](std::string_view who, Duration wait) {
    return lease::Holder::wait_for(shop.store(), shop.world, job(), worker(who), seconds(30), wait);
  };
  {
    auto first = wait_for("a", {});
    REQUIRE(first);
    const std::int64_t begun = shop.world.boot_ns();
    CHECK_FALSE(wait_for("b", seconds(7)).has_value());
    CHECK(shop.world.boot_ns() - begun == seconds(7).ns);
    for (int round = 0; round < 100; ++round) {
      shop.wait(seconds(5));
      REQUIRE(first->renew());
    }
    CHECK_FALSE(wait_for("b", {}).has_value());
  }
  auto second = wait_for("b", {});
  REQUIRE(second);
  CHECK(second->held().fence == 2);
  shop.wait(seconds(40));
  auto third = wait_for("c", {});
  REQUIRE(third);
  CHECK_FALSE(second->renew());
  CHECK(second->release() == lease::Release::lost);
  CHECK(third->release() == lease::Release::released);
  // Every renewal was worth one write in each third of the lease, not one for each call.
  CHECK(shop.number("SELECT renewals FROM lease") < 60);
}

TEST_CASE("a waiting worker takes the lock as soon as it is dead, and not before") {
  Shop shop;
  REQUIRE(acquire(shop, "a", seconds(20)).held);
  const std::int64_t begun = shop.world.boot_ns();
  auto held = lease::Holder::wait_for(shop.store(), shop.world, job(), worker("b"), seconds(20), minutes(5));
  REQUIRE(held);
  CHECK(shop.world.boot_ns() - begun == seconds(20).ns);
}

TEST_CASE("from another machine no clock counts but the watcher's own, and any beat begins the watch anew") {
  Shop shop;
  const HeldLease a = *acquire(shop, "a", seconds(20)).held;
  shop.world.move_to_host("elsewhere");
  for (const std::int64_t off : {std::int64_t{0}, hours(9000).ns, -hours(9000).ns}) {
    CAPTURE(off);
    shop.world.jump_wall(off);
    CHECK_FALSE(acquire(shop, "b").held);
    shop.wait(seconds(19));
    CHECK_FALSE(acquire(shop, "b").held);
    shop.world.move_to_host("virtual-host");
    REQUIRE(renew(shop, a, seconds(20)));
    shop.world.move_to_host("elsewhere");
    shop.wait(seconds(1));
    CHECK_FALSE(acquire(shop, "b").held);  // it moved: 20 seconds more
  }
  shop.wait(seconds(20));
  CHECK(acquire(shop, "b").held);
  // The watcher's own machine starts again: what it saw before proves nothing.
  shop.world.move_to_host("third");
  CHECK_FALSE(acquire(shop, "c", seconds(20)).held);
  shop.wait(seconds(29));
  shop.world.reboot();
  CHECK_FALSE(acquire(shop, "c", seconds(20)).held);
  shop.wait(seconds(30));
  CHECK(acquire(shop, "c", seconds(20)).held);
}

TEST_CASE("the file lets no fence fall, no lease vanish and no turn be skipped") {
  Shop shop;
  REQUIRE(acquire(shop, "a").held);
  for (const char* statement : {"UPDATE lease SET fence = fence - 1, beats = beats - 1",
                                "UPDATE lease SET fence = fence + 2, beats = beats + 2", "UPDATE lease SET owner = 'b'",
                                "DELETE FROM lease", "UPDATE lease SET name = 'other'",
                                "REPLACE INTO lease SELECT name, 1, 0, 1, 'b', ttl_ns, host, boot, boot_until_ns, "
                                "until_ns, acquired_at_ns FROM "
                                "lease"}) {
    CAPTURE(statement);
    CHECK_THROWS_AS(shop.store().atomically([&](Tx& tx) { tx.execute(statement); }), StorageTrouble);
  }
}
