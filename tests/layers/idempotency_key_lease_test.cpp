// The first layer: whose claim it is, how long it lives, and what the loser may still do (nothing).

#include <doctest/doctest.h>

#include "ledger/layers/idempotency_key.hpp"
#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

/// A charge whose process died after the claim, before the channel was asked.
void leave_a_dead_claim(Shop& shop) {
  shop.order("o1");
  REQUIRE(shop.crash_at(Step::channel_charge, charging("o1", "k1")).killed);
}

std::int64_t fence(Shop& shop) { return shop.number("SELECT fence FROM idempotency_key WHERE key = 'k1'"); }

}  // namespace

TEST_CASE("before the lease ends a repeat waits, and is told for how long") {  // cases 1 and 10
  Shop shop;
  leave_a_dead_claim(shop);
  Reply reply = shop.retry();
  CHECK(reply.outcome == Outcome::in_progress);
  CHECK(reply.answered_by == Layer::idempotency_key);
  CHECK(reply.http_status == 409);
  CHECK(reply.retryable);
  CHECK(reply.retry_after_ms == 5'000);
  shop.wait(seconds(28));
  CHECK(shop.retry().retry_after_ms == 2'000);
  shop.wait(milliseconds(1'999));
  reply = shop.retry();
  CHECK(reply.outcome == Outcome::in_progress);
  CHECK(reply.retry_after_ms == 1'000);
  CHECK(fence(shop) == 1);
  CHECK(shop.moved().empty());
}

TEST_CASE("behind the lease the retry takes over with a higher fence, and one charge is made") {  // case 1, B089, B093
  Shop shop;
  leave_a_dead_claim(shop);
  shop.wait(seconds(31));
  CHECK(shop.retry().outcome == Outcome::paid);
  CHECK(fence(shop) == 2);
  CHECK(shop.retry().replayed);
  CHECK(shop.moved().size() == 1);
  CHECK(shop.reconcile().empty());
}

TEST_CASE("a takeover with another body is refused, and the stored fingerprint stays") {  // case 14
  Shop shop;
  leave_a_dead_claim(shop);
  shop.order("o2");
  shop.wait(seconds(31));
  const char* print = "SELECT hex(fingerprint) FROM idempotency_key WHERE key = 'k1'";
  const std::string before = shop.text(print);
  CHECK(shop.charge("o2", "k1").outcome == Outcome::key_reused);
  CHECK(shop.text(print) == before);
  CHECK(fence(shop) == 1);
  CHECK(shop.charge("o1", "k1").outcome == Outcome::paid);
}

TEST_CASE("a mismatch is told before in progress") {  // case 15
  Shop shop;
  leave_a_dead_claim(shop);
  Request other = charging("o1", "k1");
  other.amount = cny(1);
  CHECK(shop.ask(other).outcome == Outcome::key_reused);
}

TEST_CASE("the wall clock set back an hour: the lease still ends on time") {  // case 46
  Shop shop;
  leave_a_dead_claim(shop);
  shop.world.jump_wall(-hours(1).ns);
  shop.wait(seconds(31));
  CHECK(shop.retry().outcome == Outcome::paid);
  CHECK(fence(shop) == 2);
  CHECK(shop.reconcile().empty());
}

TEST_CASE("a clock that leaps ahead makes no proof of a channel's silence") {  // cases 6 and 46
  Shop shop(Shop::Terms{.settle_delay = minutes(10)});
  leave_a_dead_claim(shop);
  shop.world.jump_wall(days(1).ns);
  shop.wait(seconds(31));
  // By the wall clock a day has passed; the channel was asked half a minute ago, and its request may still be under way.
  CHECK(shop.retry().outcome == Outcome::outcome_unknown);
  shop.wait(minutes(10));
  CHECK(shop.retry().outcome == Outcome::paid);
  CHECK(shop.reconcile().empty());
}

TEST_CASE("the wall clock set ten years ahead steals no living lease") {  // case 46
  Shop shop;
  leave_a_dead_claim(shop);
  shop.world.jump_wall(days(3650).ns);
  CHECK(shop.retry().outcome == Outcome::in_progress);
}

TEST_CASE("after a reboot of the holder's host its lease is dead at once") {  // case 46
  Shop shop;
  leave_a_dead_claim(shop);
  shop.wait(seconds(4));  // the channel's settle delay, not the lease
  shop.world.reboot();
  CHECK(shop.retry().outcome == Outcome::paid);
  CHECK(fence(shop) == 2);
}

TEST_CASE("from another host the lease is judged by the wall clock") {  // R21
  Shop shop;
  leave_a_dead_claim(shop);
  shop.world.move_to_host("elsewhere");
  shop.world.reboot();  // its own boot says nothing about the holder
  CHECK(shop.retry().outcome == Outcome::in_progress);
  shop.wait(seconds(29));
  CHECK(shop.retry().outcome == Outcome::in_progress);
  shop.wait(seconds(1));
  CHECK(shop.retry().outcome == Outcome::paid);
}

TEST_CASE("after too many takeovers a key is left to an operator, who resolves it") {  // R20
  Shop::Terms terms;
  terms.settings.max_tries = 3;
  Shop shop(terms);
  leave_a_dead_claim(shop);
  for (int i = 0; i < 2; ++i) {
    shop.wait(seconds(31));
    CHECK(shop.crash_at(Step::channel_charge, charging("o1", "k1")).killed);
  }
  shop.wait(seconds(31));
  const Reply given_up = shop.retry();
  CHECK(given_up.outcome == Outcome::outcome_unknown);
  CHECK(reason_in(given_up) == "given_up");
  CHECK(shop.text("SELECT state FROM idempotency_key WHERE key = 'k1'") == "dead");
  CHECK(reason_in(shop.retry()) == "given_up");
  CHECK(shop.recover().given_up == std::vector<std::string>{"main/k1"});
  CHECK(shop.moved().empty());
  const Reply resolved = shop.engine().resolve(*Tenant::parse("tenant", "main"), key_of("k1"));
  CHECK(resolved.outcome == Outcome::paid);
  CHECK(shop.retry().answer == resolved.answer);
  CHECK(shop.moved().size() == 1);
  CHECK(shop.reconcile().empty());
}

TEST_CASE(
    "a key whose channel is silent may be asked about any number of times, and is answered when the channel speaks") {
  Shop shop(Shop::Terms{.settle_delay = minutes(10)});
  shop.order("o1");
  shop.bank().script(Behaviour::late, minutes(2));
  CHECK(shop.charge("o1", "k1").outcome == Outcome::outcome_unknown);
  for (int i = 0; i < 100; ++i) {
    shop.wait(seconds(1));
    CHECK(reason_in(shop.retry()) == "channel_silent");
    if (i % 10 == 0) CHECK(shop.recover().still_unknown == 1);
  }
  shop.wait(seconds(21));
  CHECK(shop.retry().outcome == Outcome::paid);
  CHECK(shop.moved().size() == 1);
}

TEST_CASE("while the heartbeat lives, a call of three leases is not taken over") {  // case 16
  Shop::Terms terms;
  terms.bank.latency = seconds(90);
  Shop shop(terms);
  shop.order("o1");
  struct Watching : VirtualWorld {
    std::function<void()> look;
    void pass(Duration duration) override {
      VirtualWorld::pass(duration);
      if (look) look();
    }
  } world;
  Till mine(shop.folder(), world, {});
  Till other(shop.folder(), world, {});
  other.bank.change({});
  int refused = 0;
  bool inside = false;
  world.look = [&] {
    if (inside) return;
    inside = true;
    if (other.engine.ask(charging("o1", "k1")).outcome == Outcome::in_progress) ++refused;
    inside = false;
  };
  mine.bank.change({.latency = seconds(90)});
  CHECK(mine.engine.ask(charging("o1", "k1")).outcome == Outcome::paid);
  CHECK(refused == 180);
  CHECK(fence(shop) == 1);
  CHECK(shop.moved().size() == 1);
}

TEST_CASE(
    "with the heartbeat off a slow holder is taken over, and its late answer changes nothing") {  // cases 11 and 17
  Shop::Terms terms;
  terms.settings.heartbeat = false;
  Shop shop(terms);
  shop.order("o1");
  auto other = shop.another_till();
  std::optional<Reply> second;
  struct Slow : Channel {
    Channel& inner;
    std::function<void()> meanwhile;
    explicit Slow(Channel& bank) : inner(bank) {}
    ChannelAnswer move(const ChannelRequest& request, const std::function<bool()>& waiting) override {
      const ChannelAnswer said = inner.move(request, waiting);
      meanwhile();
      return said;
    }
    ChannelAnswer query(Movement movement, const std::string& reference) override {
      return inner.query(movement, reference);
    }
    std::vector<ChannelLine> notices() override { return inner.notices(); }
    void acknowledge(const ChannelLine& notice) override { inner.acknowledge(notice); }
    void statement(const std::function<void(const ChannelLine&)>& take) override { inner.statement(take); }
  } slow(shop.bank());
  slow.meanwhile = [&] {
    shop.wait(seconds(31));
    second = other->engine.ask(charging("o1", "k1"));
  };
  Engine first(shop.till().ledger, shop.world, [&](const std::string&) -> Channel* { return &slow; });
  const Reply late = first.ask(charging("o1", "k1"));
  REQUIRE(second.has_value());
  CHECK(second->outcome == Outcome::paid);
  CHECK(late.outcome == Outcome::in_progress);
  CHECK(reason_in(late) == "claim_lost");
  CHECK(fence(shop) == 2);
  CHECK(shop.number("SELECT count(*) FROM voucher WHERE kind = 'pay'") == 1);
  CHECK(shop.charge("o1", "k1").answer == second->answer);
  CHECK(shop.moved().size() == 1);
  CHECK(shop.reconcile().empty());
}

TEST_CASE("of two takeovers of one dead lease one wins, and the other waits") {  // case 14
  Shop shop;
  leave_a_dead_claim(shop);
  shop.wait(seconds(31));
  auto other = shop.another_till();
  std::optional<Reply> second;
  struct Meeting : VirtualWorld {
    std::function<void()> at_charge;
    void step(Step step) override {
      if (step == Step::channel_charge && at_charge) std::exchange(at_charge, nullptr)();
    }
  } world;
  world.pass(seconds(31));
  world.at_charge = [&] { second = other->engine.ask(charging("o1", "k1")); };
  Till mine(shop.folder(), world, {});
  CHECK(mine.engine.ask(charging("o1", "k1")).outcome == Outcome::paid);
  REQUIRE(second.has_value());
  CHECK(second->outcome == Outcome::in_progress);
  CHECK(fence(shop) == 2);
}
