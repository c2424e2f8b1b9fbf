// The first layer: how long an answer is kept, and that no clock brings it back or buries it early.

#include <doctest/doctest.h>

#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

std::string state_of(Shop& shop, const std::string& key) {
  return shop.text("SELECT state FROM idempotency_key WHERE key = '" + key + "'");
}

/// Something is booked every week, so that the clock does not seem to leap.
void live_through(Shop& shop, Duration length, const std::string& name) {
  for (std::int64_t i = 0; length.ns > 0; ++i) {
    const Duration piece{std::min(length.ns, days(7).ns)};
    shop.wait(piece);
    length.ns -= piece.ns;
    CHECK(shop.engine().ask(topping_up("bob", 1, name + std::to_string(i))).outcome == Outcome::booked);
  }
}

}  // namespace

TEST_CASE(
    "within its retention an answer is replayed, a second past it the key is refused and nothing runs") {  // case 47, B093
  Shop shop;
  shop.order("o1");
  const Reply first = shop.pay("o1", "k1");
  shop.wait(hours(71));
  CHECK(shop.retry().answer == first.answer);
  shop.wait(hours(1));
  const Reply over = shop.retry();
  CHECK(over.outcome == Outcome::key_expired);
  CHECK(over.http_status == 422);
  CHECK_FALSE(over.replayed);
  CHECK(shop.balance("alice") == 90'000);
}

TEST_CASE("once told that it is over, a clock set back brings no answer back to life") {  // case 46
  Shop shop;
  shop.order("o1");
  (void)shop.pay("o1", "k1");
  shop.wait(hours(73));
  CHECK(shop.retry().outcome == Outcome::key_expired);
  shop.world.jump_wall(-hours(48).ns);
  CHECK(shop.retry().outcome == Outcome::key_expired);
}

TEST_CASE("a clock set back before anybody asked revives nothing that later work has aged") {  // case 46
  Shop shop;
  shop.order("o1");
  (void)shop.pay("o1", "k1");
  shop.wait(hours(73));
  CHECK(shop.topup("bob", 1, "later").outcome == Outcome::booked);  // the ledger has acted at that time
  shop.world.jump_wall(-hours(48).ns);
  CHECK(shop.pay("o1", "k1").outcome == Outcome::key_expired);
}

TEST_CASE("reaping buries what is past its retention and leaves a refusal in its place") {
  Shop shop;
  shop.order("o1");
  (void)shop.pay("o1", "k1");
  shop.wait(hours(71));
  CHECK(shop.engine().reap(false).answers == 0);
  shop.wait(hours(2));
  const Reaping reaping = shop.engine().reap(false);
  CHECK(reaping.answers == 2);  // k1 and alice's first top-up
  CHECK(state_of(shop, "k1") == "tombstone");
  CHECK(shop.retry().outcome == Outcome::key_expired);
  CHECK(shop.engine().reap(false).answers == 0);
}

TEST_CASE("behind the tombstone the voucher still stands in the way") {  // case 47, B105, B109
  Shop shop;
  shop.order("o1");
  const Reply first = shop.pay("o1", "k1");
  CHECK(shop.topup("alice", 40, "K-109", "SV-109").outcome == Outcome::booked);
  live_through(shop, hours(73), "a");
  CHECK(shop.engine().reap(false).answers > 0);
  live_through(shop, days(401), "b");
  CHECK(shop.engine().reap(false).tombstones > 0);
  CHECK(state_of(shop, "k1").empty());
  const Reply again = shop.pay("o1", "k1");
  CHECK(again.outcome == Outcome::already_paid);
  CHECK(voucher_in(again) == voucher_in(first));
  CHECK(shop.topup("alice", 40, "K-109", "SV-109").outcome == Outcome::already_booked);
  CHECK(shop.balance("alice") == 90'040);
  CHECK(shop.reconcile().empty());
}

TEST_CASE("expired answers nobody has swept are not replayed") {  // case 48
  Shop shop;
  for (int i = 0; i < 600; ++i) {
    CHECK(shop.topup("bob", 1, "t" + std::to_string(i)).outcome == Outcome::booked);
  }
  shop.wait(hours(73));
  for (int i = 0; i < 600; i += 7) {
    CHECK(shop.topup("bob", 1, "t" + std::to_string(i)).outcome == Outcome::key_expired);
  }
  CHECK(shop.balance("bob") == 600);
  CHECK(shop.engine().reap(false).answers == 601);  // more than one batch, with alice's first
  CHECK(shop.number("SELECT count(*) FROM idempotency_key WHERE state = 'done'") == 0);
}

TEST_CASE("a clock that leaps ten years ahead buries nothing") {  // case 46
  Shop shop;
  shop.order("o1");
  const Reply first = shop.pay("o1", "k1");
  shop.world.jump_wall(days(3650).ns);
  CHECK(shop.engine().reap(false).clock_leapt);
  CHECK(state_of(shop, "k1") == "done");
  CHECK(shop.retry().answer == first.answer);
}

TEST_CASE("one payment under a clock that leapt does not make the leap believed") {  // case 46
  Shop shop;
  shop.order("o1");
  const Reply first = shop.pay("o1", "k1");
  shop.world.jump_wall(days(3650).ns);
  CHECK(shop.topup("bob", 1, "meanwhile").outcome == Outcome::booked);
  CHECK(shop.engine().reap(false).clock_leapt);
  CHECK(state_of(shop, "k1") == "done");
  CHECK(shop.pay("o1", "k1").answer == first.answer);
}

TEST_CASE("an answer given behind a clock that ran ahead is kept for its time, in an engine that saw both") {
  Shop shop;
  (void)shop.engine();  // begins while nothing is wrong
  shop.world.jump_wall(hours(93).ns);
  CHECK(shop.topup("bob", 500, "ahead").outcome == Outcome::booked);
  shop.world.jump_wall(-hours(93).ns);
  const Reply first = shop.topup("bob", 700, "right");
  CHECK(first.outcome == Outcome::booked);
  // The file bears witness to a time 93 hours ahead: counted from there, not from the clock that stands behind it.
  const Reply again = shop.retry();
  CHECK(again.replayed);
  CHECK(again.answer == first.answer);
  shop.wait(hours(93 + 71));
  CHECK(shop.retry().replayed);
  shop.wait(hours(2));
  CHECK(shop.retry().outcome == Outcome::key_expired);
}

TEST_CASE("behind a leap that was put right, expiry goes on by the right clock, whatever was booked meanwhile") {
  Shop shop;
  shop.order("o1");
  shop.order("o2");
  (void)shop.pay("o1", "k1");
  live_through(shop, days(100), "before");
  CHECK(shop.pay("o2", "k2").outcome == Outcome::paid);
  shop.world.jump_wall(days(3650).ns);
  CHECK(shop.topup("bob", 1, "meanwhile").outcome == Outcome::booked);
  shop.world.jump_wall(-days(3650).ns);
  CHECK(shop.pay("o1", "k1").outcome == Outcome::key_expired);
  CHECK(shop.pay("o2", "k2").replayed);
  CHECK(shop.topup("bob", 1, "meanwhile").replayed);
  CHECK_FALSE(shop.engine().reap(false).clock_leapt);
  CHECK(state_of(shop, "k1") == "tombstone");
  CHECK(state_of(shop, "k2") == "done");
  shop.wait(hours(73));
  CHECK(shop.pay("o2", "k2").outcome == Outcome::key_expired);
}

TEST_CASE("an operator who trusts the clock may reap behind a leap") {
  Shop shop;
  shop.order("o1");
  (void)shop.pay("o1", "k1");
  shop.wait(days(40));  // nothing happened for forty days
  CHECK(shop.engine().reap(false).clock_leapt);
  const Reaping reaping = shop.engine().reap(true);
  CHECK_FALSE(reaping.clock_leapt);
  CHECK(reaping.answers > 0);
  CHECK(shop.retry().outcome == Outcome::key_expired);
}

TEST_CASE("reaping leaves what is not finished alone, however old, and reports it") {  // case 49
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::lose);
  CHECK(shop.charge("o1", "k1").outcome == Outcome::outcome_unknown);
  live_through(shop, days(800), "x");
  const Reaping reaping = shop.engine().reap(false);
  CHECK(reaping.overdue == std::vector<std::string>{"main/k1"});
  CHECK(state_of(shop, "k1") == "unknown");
  CHECK(shop.charge("o1", "k1").outcome == Outcome::paid);
  CHECK(shop.moved().size() == 1);
}

TEST_CASE("retention counts from the answer, not from the claim") {  // case 45
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::lose);
  (void)shop.charge("o1", "k1");
  live_through(shop, hours(100), "x");
  const Reply answered = shop.charge("o1", "k1");
  CHECK(answered.outcome == Outcome::paid);
  shop.wait(hours(71));
  CHECK(shop.charge("o1", "k1").answer == answered.answer);
}

TEST_CASE("cleaning up beside a running call leaves its claim alone") {  // B107
  Shop::Terms terms;
  terms.bank.latency = seconds(20);
  Shop shop(terms);
  shop.order("o1");
  struct Cleaning : VirtualWorld {
    std::function<void()> each;
    void pass(Duration duration) override {
      VirtualWorld::pass(duration);
      if (each) each();
    }
  } world;
  Till mine(shop.folder(), world, {});
  auto other = shop.another_till();
  int waited = 0;
  world.each = [&] {
    shop.wait(milliseconds(500));
    (void)other->engine.reap(true);
    if (other->engine.ask(charging("o1", "k1")).outcome == Outcome::in_progress) ++waited;
  };
  CHECK(mine.engine.ask(charging("o1", "k1")).outcome == Outcome::paid);
  CHECK(waited == 40);
  CHECK(shop.moved().size() == 1);
}
