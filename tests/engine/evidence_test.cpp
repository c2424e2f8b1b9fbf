// Evidence that comes when nobody waits for it any more, facts that look alike, and clocks that are wrong: what a hostile user
// tried first.

#include <doctest/doctest.h>

#include <functional>

#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

void expect_clean(Shop& shop) {
  for (const std::string& finding : shop.reconcile()) FAIL_CHECK(finding);
}

/// A process that sleeps between its committed intent and the call: while it does, the world goes on.
struct Sleeping : Channel {
  Channel& inner;
  std::function<void()> meanwhile;
  Sleeping(Channel& bank, std::function<void()> work) : inner(bank), meanwhile(std::move(work)) {}
  ChannelAnswer move(const ChannelRequest& request, const std::function<bool()>&) override {
    if (const auto work = std::exchange(meanwhile, {})) work();
    return inner.move(request, {});
  }
  ChannelAnswer query(Movement movement, const std::string& reference) override {
    return inner.query(movement, reference);
  }
  std::vector<ChannelLine> notices() override { return inner.notices(); }
  void acknowledge(const ChannelLine& notice) override { inner.acknowledge(notice); }
  void statement(const std::function<void(const ChannelLine&)>& take) override { inner.statement(take); }
};

Reply charge_while(Shop& shop, const std::function<void(Till&)>& work) {
  auto other = shop.another_till(seconds(5));
  Sleeping sleeping(shop.bank(), [&] {
    shop.wait(seconds(65));
    work(*other);
  });
  Engine engine(shop.till().ledger, shop.world, [&](const std::string&) -> Channel* { return &sleeping; });
  return engine.ask(charging("o1", "A"));
}

}  // namespace

TEST_CASE("a charge that comes after its claim was lost is booked as a second payment and given back") {
  Shop shop;
  shop.order("o1");
  const Reply slept =
      charge_while(shop, [](Till& other) { CHECK(other.engine.ask(paying("o1", "B")).outcome == Outcome::paid); });
  CHECK(slept.outcome == Outcome::in_progress);
  CHECK(reason_in(slept) == "claim_lost");
  CHECK(shop.moved().size() == 1);
  CHECK(shop.recover().refunds_sent == 1);
  CHECK(shop.moved(Movement::refund).size() == 1);
  CHECK(shop.balance("alice") == 90'000);
  expect_clean(shop);
}

TEST_CASE("a charge that comes after its order was cancelled is booked as late and given back") {
  Shop shop;
  shop.order("o1");
  (void)charge_while(shop, [&](Till& other) {
    CHECK(other.engine.cancel_order(*OrderId::parse("order", "o1")).outcome == Outcome::closing);
    (void)other.engine.recover();
    CHECK(shop.status("o1") == "cancelled");
  });
  CHECK(shop.recover().refunds_sent == 1);
  CHECK(shop.moved(Movement::refund).size() == 1);
  expect_clean(shop);
}

TEST_CASE("what was concluded from a channel's silence is asked about again, and its money is found") {
  Shop shop;
  shop.order("o1");
  REQUIRE(shop.crash_at(Step::channel_charge, charging("o1", "A")).killed);
  shop.wait(seconds(65));
  REQUIRE(shop.pay("o1", "B").outcome == Outcome::paid);  // finds nothing at the channel, and ends the attempt
  const std::string reference = shop.text("SELECT reference FROM attempt");
  // The request slept on its way and arrives now; its sender is dead.
  const ChannelRequest asleep{.reference = reference, .original = {}, .amount = *Money::parse("amount", "CNY 100.00")};
  REQUIRE(shop.bank().move(asleep, {}).said == Said::approved);
  (void)shop.recover();
  CHECK(shop.text("SELECT role FROM attempt") == "duplicate");
  CHECK(shop.moved(Movement::refund).size() == 1);
  expect_clean(shop);
}

TEST_CASE("no fact of a tenant is mistaken for the fact of an order") {
  Shop shop;
  shop.order("topup");
  Request request = topping_up("shop", 1, "A", "1");
  request.tenant = *Tenant::parse("tenant", "pay");
  CHECK(shop.ask(request).outcome == Outcome::booked);
  CHECK(shop.pay("topup", "B").outcome == Outcome::paid);
  expect_clean(shop);
}

TEST_CASE("the ledger's own tenant is nobody else's") {
  Request request = topping_up("shop", 1, "A");
  request.tenant = *Tenant::parse("tenant", "ledger");
  const auto fault = fault_in(request);
  REQUIRE(fault.has_value());
  CHECK(fault->field == "tenant");
}

TEST_CASE("a reference that stands for one fact is refused for another") {
  Shop shop;
  REQUIRE(shop.topup("alice", 500, "A", "bank:1").outcome == Outcome::booked);
  CHECK(shop.topup("alice", 500, "B", "bank:1").outcome == Outcome::already_booked);
  CHECK(shop.topup("alice", 600, "C", "bank:1").outcome == Outcome::reference_reused);
  CHECK(shop.topup("shop", 500, "D", "bank:1").outcome == Outcome::reference_reused);
  CHECK(shop.balance("alice") == 100'500);
  CHECK(shop.balance("shop") == 0);
  shop.order("o1");
  REQUIRE(shop.pay("o1", "E").outcome == Outcome::paid);
  REQUIRE(shop.refund("o1", 500, "F", "sup:1").outcome == Outcome::refunded);
  CHECK(shop.refund("o1", 500, "G", "sup:1").outcome == Outcome::already_booked);
  CHECK(shop.refund("o1", 600, "H", "sup:1").outcome == Outcome::reference_reused);
  expect_clean(shop);
}

TEST_CASE("a channel that says nothing for two minutes leaves its caller with unknown, not waiting") {
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::slow, hours(2));
  const std::int64_t before = shop.world.boot_ns();
  CHECK(shop.charge("o1", "A").outcome == Outcome::outcome_unknown);
  CHECK(shop.world.boot_ns() - before <= seconds(121).ns);
  CHECK(shop.retry().outcome == Outcome::paid);
  CHECK(shop.moved().size() == 1);
  expect_clean(shop);
}

TEST_CASE("a heartbeat that cannot be written does not lose the end of the call it belongs to") {
  Shop shop(Shop::Terms{.busy_wait = milliseconds(20)});
  shop.order("o1");
  auto other = shop.another_till(seconds(5));
  struct Watched : Channel {
    Channel& inner;
    Store& busy;
    World& world;
    Watched(Channel& bank, Store& store, World& clock) : inner(bank), busy(store), world(clock) {}
    ChannelAnswer move(const ChannelRequest& request, const std::function<bool()>& waiting) override {
      world.pass(seconds(11));
      busy.atomically([&](Tx&) { CHECK(waiting()); });  // the heartbeat is due, and another holds the file
      return inner.move(request, {});
    }
    ChannelAnswer query(Movement movement, const std::string& reference) override {
      return inner.query(movement, reference);
    }
    std::vector<ChannelLine> notices() override { return {}; }
    void acknowledge(const ChannelLine&) override {}
    void statement(const std::function<void(const ChannelLine&)>& take) override { inner.statement(take); }
  } watched(shop.bank(), other->ledger.store(), shop.world);
  Engine engine(shop.till().ledger, shop.world, [&](const std::string&) -> Channel* { return &watched; });
  CHECK(engine.ask(charging("o1", "A")).outcome == Outcome::paid);
  expect_clean(shop);
}

TEST_CASE("an answer given under a clock that stands behind is kept for its time") {  // R21, case 46
  Shop shop;
  REQUIRE(shop.topup("shop", 1, "A").outcome == Outcome::booked);
  shop.close();
  shop.world.jump_wall(-days(40).ns);
  shop.reopen();
  REQUIRE(shop.topup("shop", 1, "B").outcome == Outcome::booked);
  shop.world.jump_wall(days(40).ns);
  const Reply again = shop.retry();
  CHECK(again.outcome == Outcome::booked);
  CHECK(again.replayed);
}

TEST_CASE("a buried key asked for under a clock that leapt moves no time mark") {  // R21, case 46
  Shop shop;
  const Request first = topping_up("shop", 1, "A");
  REQUIRE(shop.ask(first).outcome == Outcome::booked);
  shop.wait(hours(73));
  REQUIRE(shop.engine().reap(false).answers > 0);
  REQUIRE(shop.topup("shop", 1, "B").outcome == Outcome::booked);
  shop.world.jump_wall(days(7300).ns);
  CHECK(shop.ask(first).outcome == Outcome::key_expired);
  shop.world.jump_wall(-days(7300).ns);
  CHECK(shop.ask(topping_up("shop", 1, "B")).replayed);
}
