// The first layer's writes, one by one: each carries its fence, and none of a loser's changes a row.

#include <doctest/doctest.h>

#include "ledger/layers/idempotency_key.hpp"
#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

/// A passage of key k1 for order o1, as the engine would begin it; it stays where it is.
struct Holder {
  Till& till;
  World& world;
  Request request = charging("o1", "k1");
  Passage pay;

  Holder(Till& from, World& turned)
      : till(from),
        world(turned),
        pay{.world = turned,
            .settings = from.ledger.settings(),
            .window = from.ledger.window(),
            .ledger_id = from.ledger.id(),
            .rules = from.ledger.rules()} {
    pay.request = &request;
    pay.key_hash = key_hash("main", "k1");
    pay.fingerprint = fingerprint(from.ledger.secret(), request);
    pay.answer.subject_kind = "order";
    pay.answer.subject = "o1";
  }
  Holder(const Holder&) = delete;
  Holder& operator=(const Holder&) = delete;

  /// Claims, and writes the claim where it is new.
  bool claim() {
    pay.now_ns = world.wall_ns();
    return till.ledger.store().atomically([&](Tx& tx) {
      if (!idempotency_key::claim(tx, pay)) return false;
      if (pay.fence == 0) idempotency_key::reserve(tx, pay);
      return true;
    });
  }
};

std::string row(Shop& shop) {
  return shop.text(
      "SELECT state || '/' || fence || '/' || tries || '/' || coalesce(lease_boot_until_ns, 0) || '/' || "
      "coalesce(outcome, '') FROM idempotency_key WHERE key = 'k1'");
}

}  // namespace

TEST_CASE(
    "while one transaction claims a key, another connection that does not wait is told busy, and nothing is half "
    "done") {
  Shop shop;
  auto other = shop.another_till();
  Holder one(shop.till(), shop.world);
  Holder two(*other, shop.world);
  shop.store().atomically([&](Tx& tx) {  // T1 begins
    CHECK(idempotency_key::claim(tx, one.pay));
    idempotency_key::reserve(tx, one.pay);
    try {  // T2 begins
      (void)two.claim();
      FAIL_CHECK("two claims at once");
    } catch (const StorageTrouble& met) {
      CHECK(met.kind() == StorageTrouble::Kind::busy);
    }
  });                        // T1 commits
  CHECK_FALSE(two.claim());  // T2 again
  CHECK(two.pay.answer.outcome == Outcome::in_progress);
  CHECK(shop.number("SELECT count(*) FROM idempotency_key WHERE key = 'k1'") == 1);
}

TEST_CASE("a claim that was rolled back never was, and the next one is the first") {
  Shop shop;
  auto other = shop.another_till();
  Holder one(shop.till(), shop.world);
  Holder two(*other, shop.world);
  struct Stop {};
  CHECK_THROWS_AS(shop.store().atomically([&](Tx& tx) {
    CHECK(idempotency_key::claim(tx, one.pay));
    idempotency_key::reserve(tx, one.pay);
    throw Stop();
  }),
                  Stop);
  CHECK(two.claim());
  CHECK(two.pay.fence == 1);
  CHECK_FALSE(two.pay.resumed);
}

TEST_CASE(
    "after a takeover nothing the old holder writes changes a row, and its whole transaction is rolled back") {  // 11, 12, 13
  Shop shop;
  shop.order("o1");
  auto other = shop.another_till();
  Holder old(shop.till(), shop.world);
  Holder heir(*other, shop.world);
  REQUIRE(old.claim());
  shop.wait(seconds(31));
  REQUIRE(heir.claim());
  CHECK(heir.pay.resumed);
  CHECK(heir.pay.fence == 2);
  const std::string before = row(shop);

  SUBCASE("a late heartbeat does not move the lease") {
    CHECK_FALSE(shop.store().atomically([&](Tx& tx) { return idempotency_key::extend(tx, old.pay); }));
  }
  SUBCASE("holding throws") {
    CHECK_THROWS_AS(shop.store().atomically([&](Tx& tx) { idempotency_key::hold(tx, old.pay); }), ClaimLost);
  }
  for (const Outcome outcome : {Outcome::paid, Outcome::declined, Outcome::unavailable, Outcome::outcome_unknown}) {
    CAPTURE(outcome);
    old.pay.answer.outcome = outcome;
    CHECK_THROWS_AS(shop.store().atomically([&](Tx& tx) {
      tx.execute("UPDATE orders SET status = 'cancelled', version = version + 1 WHERE order_no = 'o1'");
      idempotency_key::finish(tx, old.pay);
    }),
                    ClaimLost);
    CHECK(shop.status("o1") == "created");
  }
  CHECK(row(shop) == before);

  heir.pay.answer.outcome = Outcome::declined;
  CHECK_NOTHROW(shop.store().atomically([&](Tx& tx) { idempotency_key::finish(tx, heir.pay); }));
  CHECK(row(shop) == "done/2/2/0/declined");
}

TEST_CASE("the holder's own heartbeat moves its lease on") {
  Shop shop;
  Holder mine(shop.till(), shop.world);
  REQUIRE(mine.claim());
  const auto until = shop.number("SELECT lease_boot_until_ns FROM idempotency_key WHERE key = 'k1'");
  shop.wait(seconds(10));
  CHECK(shop.store().atomically([&](Tx& tx) { return idempotency_key::extend(tx, mine.pay); }));
  CHECK(shop.number("SELECT lease_boot_until_ns FROM idempotency_key WHERE key = 'k1'") > until);
}

TEST_CASE("a finished key cannot be finished, extended or given back again by its own holder") {
  Shop shop;
  Holder mine(shop.till(), shop.world);
  REQUIRE(mine.claim());
  mine.pay.answer.outcome = Outcome::declined;
  shop.store().atomically([&](Tx& tx) { idempotency_key::finish(tx, mine.pay); });
  const std::string before = row(shop);
  CHECK_FALSE(shop.store().atomically([&](Tx& tx) { return idempotency_key::extend(tx, mine.pay); }));
  for (const Outcome outcome : {Outcome::paid, Outcome::unavailable, Outcome::outcome_unknown}) {
    mine.pay.answer.outcome = outcome;
    CHECK_THROWS_AS(shop.store().atomically([&](Tx& tx) { idempotency_key::finish(tx, mine.pay); }), ClaimLost);
  }
  CHECK(row(shop) == before);
}

TEST_CASE("a claim whose row has vanished is lost, never run on unclaimed") {  // case 18
  Shop shop;
  Holder mine(shop.till(), shop.world);
  REQUIRE(mine.claim());
  shop.store().atomically([](Tx& tx) { tx.execute("DELETE FROM idempotency_key WHERE key = 'k1'"); });
  CHECK_THROWS_AS(shop.store().atomically([&](Tx& tx) { idempotency_key::hold(tx, mine.pay); }), ClaimLost);
  mine.pay.answer.outcome = Outcome::paid;
  CHECK_THROWS_AS(shop.store().atomically([&](Tx& tx) { idempotency_key::finish(tx, mine.pay); }), ClaimLost);
}

TEST_CASE("a living claim is not taken over by a completer either, and a finished key only tells its answer") {
  Shop shop;
  auto other = shop.another_till();
  Holder mine(shop.till(), shop.world);
  Holder completer(*other, shop.world);
  REQUIRE(mine.claim());
  const auto take_over = [&](bool by_operator) {
    return static_cast<bool>(other->ledger.store().atomically(
        [&](Tx& tx) { return idempotency_key::take_over(tx, completer.pay, by_operator); }));
  };
  CHECK_FALSE(take_over(false));
  CHECK_FALSE(take_over(true));
  CHECK(completer.pay.answer.outcome == Outcome::in_progress);
  mine.pay.answer.outcome = Outcome::declined;
  shop.store().atomically([&](Tx& tx) { idempotency_key::finish(tx, mine.pay); });
  CHECK_FALSE(take_over(true));
  CHECK(completer.pay.replayed);
}
