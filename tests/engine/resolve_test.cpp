// One key, looked at by a person; and recoveries beside living work.

#include <doctest/doctest.h>

#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

Reply resolve(Engine& engine, std::string_view key) {
  return engine.resolve(*Tenant::parse("tenant", "main"), key_of(key));
}

struct AtCharge : VirtualWorld {
  std::function<void()> work;
  void step(Step step) override {
    if (step == Step::channel_charge && work) std::exchange(work, nullptr)();
  }
};

}  // namespace

TEST_CASE("a key nobody has used is resolved to nothing, and is still free") {
  Shop shop;
  shop.order("o1");
  const Reply reply = resolve(shop.engine(), "k1");
  CHECK(reply.outcome == Outcome::unavailable);
  CHECK(reason_in(reply) == "key_unknown");
  CHECK(shop.pay("o1", "k1").outcome == Outcome::paid);
}

TEST_CASE("a finished key is resolved to its stored answer") {
  Shop shop;
  shop.order("o1");
  for (const Request& request : {charging("o1", "k1"), topping_up("bob", 5, "k2")}) {
    const Reply first = shop.ask(request);
    const Reply told = resolve(shop.engine(), request.key.text());
    CHECK(told.replayed);
    CHECK(told.answer == first.answer);
  }
  CHECK(shop.balance("bob") == 5);
}

TEST_CASE("a key in the hands of the living is left to them, by an operator and by a recovery") {
  Shop shop;
  shop.order("o1");
  auto other = shop.another_till();
  AtCharge world;
  Till mine(shop.folder(), world, {});
  world.work = [&] {
    CHECK(resolve(other->engine, "k1").outcome == Outcome::in_progress);
    const Recovery recovery = other->engine.recover();
    CHECK(recovery.in_flight == 1);
    CHECK(recovery.settled == 0);
  };
  CHECK(mine.engine.ask(charging("o1", "k1")).outcome == Outcome::paid);
  CHECK(shop.moved().size() == 1);
  CHECK(shop.reconcile().empty());
}

TEST_CASE("an open payment and an open refund are resolved by asking their channel") {
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::lose);
  CHECK(shop.charge("o1", "k1").outcome == Outcome::outcome_unknown);
  const Reply paid = resolve(shop.engine(), "k1");
  CHECK(paid.outcome == Outcome::paid);
  CHECK(shop.charge("o1", "k1").answer == paid.answer);
  shop.bank().script(Behaviour::lose);
  CHECK(shop.refund("o1", 100, "r1").outcome == Outcome::outcome_unknown);
  const Reply refunded = resolve(shop.engine(), "r1");
  CHECK(refunded.outcome == Outcome::refunded);
  CHECK(shop.refund("o1", 100, "r1").answer == refunded.answer);
  CHECK(shop.moved(Movement::refund).size() == 1);
  CHECK(shop.reconcile().empty());
}

TEST_CASE("two recoveries of one crashed payment, one inside the other, settle it once") {
  Shop shop;
  shop.order("o1");
  CHECK(shop.crash_at(Step::channel_answer, charging("o1", "k1")).killed);
  auto other = shop.another_till();
  AtCharge world;
  world.pass(seconds(31));
  shop.wait(seconds(31));
  Till mine(shop.folder(), world, {});
  Recovery inner;
  world.work = [&] { inner = other->engine.recover(); };
  const Recovery outer = mine.engine.recover();
  CHECK(outer.settled == 1);
  CHECK(inner.settled == 0);
  CHECK(inner.in_flight == 1);
  CHECK(shop.number("SELECT count(*) FROM voucher WHERE kind = 'pay'") == 1);
  CHECK(shop.charge("o1", "k1").replayed);
  CHECK(shop.reconcile().empty());
}

TEST_CASE("a second key that finds a dead holder learns what became of the first, and charges nothing for it") {
  for (const Step step : {Step::channel_charge, Step::channel_answer}) {
    CAPTURE(label(step));
    Shop shop;
    shop.order("o1");
    CHECK(shop.crash_at(step, charging("o1", "k1")).killed);
    shop.wait(seconds(31));
    const Reply second = shop.charge("o1", "k2");
    CHECK(second.outcome == (step == Step::channel_answer ? Outcome::already_paid : Outcome::paid));
    CHECK(shop.moved().size() == 1);
    shop.wait(seconds(6));
    // Its first client learns the same money's voucher.
    const Reply first = shop.charge("o1", "k1");
    CHECK((first.outcome == Outcome::paid || first.outcome == Outcome::already_paid));
    CHECK(voucher_in(first) == voucher_in(second));
    CHECK(shop.moved().size() == 1);
    CHECK(shop.reconcile().empty());
  }
}
