// The third layer: one fact takes effect once, and only in its turn.

#include <doctest/doctest.h>

#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

void expect_clean(Shop& shop) {
  for (const std::string& finding : shop.reconcile()) FAIL_CHECK(finding);
}

std::string roles(Shop& shop) {
  return shop.text("SELECT group_concat(n || coalesce(role, status), ' ') FROM attempt");
}

}  // namespace

TEST_CASE("a paid order is paid: a second key learns the first voucher, whichever way it asks") {
  Shop shop;
  shop.order("o1");
  const Reply first = shop.charge("o1", "k1");
  shop.wait(seconds(6));
  for (const Request& request : {paying("o1", "k2"), charging("o1", "k3")}) {
    const Reply reply = shop.ask(request);
    CHECK(reply.outcome == Outcome::already_paid);
    CHECK(reply.answered_by == Layer::state_machine);
    CHECK(reply.http_status == 200);
    CHECK(voucher_in(reply) == voucher_in(first));
  }
  CHECK(shop.moved().size() == 1);
  expect_clean(shop);
}

TEST_CASE("a repeat on a shipped order learns the voucher and does not bring the order back to paid") {  // B035
  Shop shop;
  shop.order("o1");
  const Reply first = shop.pay("o1", "k1");
  CHECK(shop.ship("o1").outcome == Outcome::shipped);
  shop.wait(seconds(6));
  CHECK(voucher_in(shop.pay("o1", "k2")) == voucher_in(first));
  CHECK(shop.status("o1") == "fulfilled");
}

TEST_CASE("shipping twice is shipping once") {  // B005
  Shop shop;
  shop.order("o1");
  CHECK(shop.ship("o1").outcome == Outcome::out_of_order);
  (void)shop.pay("o1", "k1");
  CHECK(shop.ship("o1").outcome == Outcome::shipped);
  const auto version = shop.number("SELECT version FROM orders");
  CHECK(shop.ship("o1").outcome == Outcome::already_done);
  CHECK(shop.number("SELECT version FROM orders") == version);
  CHECK(shop.refund("o1", 10'000, "r1").outcome == Outcome::refunded);
  CHECK(shop.ship("o1").outcome == Outcome::out_of_order);
}

TEST_CASE("an order that says another amount, currency or version is not paid, and nothing is stored") {
  Shop shop;
  shop.order("o1");
  Request request = paying("o1", "k1");
  request.amount = cny(9'999);
  CHECK(shop.ask(request).outcome == Outcome::amount_mismatch);
  request.amount = Money(10'000, *Currency::parse("currency", "USD"));
  const Reply currency = shop.ask(request);
  CHECK(currency.outcome == Outcome::amount_mismatch);
  CHECK(reason_in(currency) == "currency");
  request.amount.reset();
  request.if_version = 2;
  const Reply version = shop.ask(request);
  CHECK(version.outcome == Outcome::version_mismatch);
  CHECK(version.http_status == 412);
  request.if_version = 1;
  CHECK(shop.ask(request).outcome == Outcome::paid);
}

TEST_CASE("a notice before the answer settles, and the answer finds it settled") {
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::late, seconds(1));
  CHECK(shop.charge("o1", "k1").outcome == Outcome::outcome_unknown);
  CHECK(shop.status("o1") == "paying");
  shop.wait(seconds(2));
  CHECK(shop.engine().take_notices("bank").notices_taken == 1);
  CHECK(shop.status("o1") == "paid");
  const Reply answer = shop.charge("o1", "k1");
  CHECK(answer.outcome == Outcome::paid);
  CHECK(voucher_in(answer) == "PAY-2026-000001");
  CHECK(shop.charge("o1", "k1").answer == answer.answer);
  CHECK(shop.moved().size() == 1);
  expect_clean(shop);
}

TEST_CASE("a notice that comes twice books once, and each is acknowledged") {  // B018, B020
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::twice);
  CHECK(shop.charge("o1", "k1").outcome == Outcome::paid);
  const auto notices = shop.bank().notices();
  REQUIRE(notices.size() == 1);
  CHECK(shop.engine().take_notices("bank").notices_taken == 1);
  CHECK(shop.engine().take_notices("bank").notices_taken == 0);
  CHECK(shop.number("SELECT count(*) FROM voucher WHERE kind IN ('pay', 'surplus')") == 1);
  CHECK(shop.number("SELECT count(*) FROM refund") == 0);
  expect_clean(shop);
}

TEST_CASE("a notice after a failure settles an order that is still unpaid") {
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::late, seconds(20));
  CHECK(shop.charge("o1", "k1").outcome == Outcome::outcome_unknown);
  shop.wait(seconds(10));
  // Another key finds that the channel knows nothing behind its settle delay, and does not charge for the first.
  shop.bank().script(Behaviour::decline);
  CHECK(shop.charge("o1", "k2").outcome == Outcome::declined);
  CHECK(roles(shop) == "1failed 2failed");
  shop.wait(seconds(11));
  (void)shop.recover();
  CHECK(shop.status("o1") == "paid");
  CHECK(roles(shop) == "1settles 2failed");
  CHECK(shop.moved().size() == 1);
  expect_clean(shop);
}

TEST_CASE("money that comes a second time is booked as money to return and given back, once") {  // ledger.md 2.3
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::late, seconds(20));
  CHECK(shop.charge("o1", "k1").outcome == Outcome::outcome_unknown);
  shop.wait(seconds(10));
  CHECK(shop.charge("o1", "k2").outcome == Outcome::paid);
  shop.wait(seconds(11));
  CHECK(shop.engine().take_notices("bank").notices_taken == 1);
  CHECK(roles(shop) == "1duplicate 2settles");
  CHECK(shop.balance("2160.CNY") == 10'000);
  CHECK(shop.text("SELECT cause || ' ' || status FROM refund") == "duplicate requested");
  CHECK(shop.number("SELECT refunded + refund_reserved FROM orders") == 0);  // the order's own counters stay
  for (int i = 0; i < 3; ++i) (void)shop.recover();
  CHECK(shop.balance("2160.CNY") == 0);
  CHECK(shop.balance("shop") == 10'000);
  CHECK(shop.moved(Movement::refund).size() == 1);
  CHECK(shop.status("o1") == "paid");
  expect_clean(shop);
}

TEST_CASE("money that comes after a cancellation is late, and goes back") {  // B033
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::late, seconds(20));
  (void)shop.charge("o1", "k1");
  CHECK(shop.cancel("o1").outcome == Outcome::closing);
  shop.wait(seconds(10));
  // The holder's lease is over with its answer; the channel knows nothing, behind its settle delay.
  (void)shop.recover();
  CHECK(shop.status("o1") == "cancelled");
  shop.wait(seconds(11));
  (void)shop.recover();
  CHECK(roles(shop) == "1late");
  (void)shop.recover();
  CHECK(shop.status("o1") == "cancelled");
  CHECK(shop.balance("shop") == 0);
  CHECK(shop.balance("2160.CNY") == 0);
  CHECK(shop.moved(Movement::refund).size() == 1);
  expect_clean(shop);
}

TEST_CASE("cancelled while an attempt is open: the order ends by what the channel says") {
  struct Case {
    Behaviour behaviour;
    Duration argument;
    bool money_moved;
  };
  for (const Case& each : {Case{Behaviour::lose, {}, true}, Case{Behaviour::late, seconds(2), true},
                           Case{Behaviour::late, hours(10), false}}) {
    CAPTURE(label(each.behaviour));
    CAPTURE(each.money_moved);
    Shop shop;
    shop.order("o1");
    shop.bank().script(each.behaviour, each.argument);
    CHECK(shop.charge("o1", "k1").outcome == Outcome::outcome_unknown);
    const Reply closing = shop.cancel("o1");
    CHECK(closing.outcome == Outcome::closing);
    CHECK(closing.http_status == 202);
    CHECK(shop.cancel("o1").outcome == Outcome::closing);
    CHECK(shop.pay("o1", "k2").outcome != Outcome::paid);
    shop.wait(seconds(31));
    (void)shop.recover();
    (void)shop.recover();
    CHECK(shop.status("o1") == "cancelled");
    CHECK(shop.moved().size() == (each.money_moved ? 1u : 0u));  // a closing order is not charged again
    CHECK(shop.moved(Movement::refund).size() == (each.money_moved ? 1u : 0u));
    CHECK(shop.balance("shop") == 0);
    CHECK(shop.balance("2160.CNY") == 0);
    const Reply told = shop.charge("o1", "k1");
    CHECK((told.outcome == Outcome::out_of_order || told.outcome == Outcome::unavailable));
    expect_clean(shop);
  }
}

TEST_CASE("cancelled while the channel is asked, which then declines: the order is cancelled at once") {
  Shop shop;
  shop.order("o1");
  struct Meanwhile : VirtualWorld {
    std::function<void()> at_charge;
    void step(Step step) override {
      if (step == Step::channel_charge && at_charge) std::exchange(at_charge, nullptr)();
    }
  } world;
  Till mine(shop.folder(), world, {});
  world.at_charge = [&] { CHECK(shop.cancel("o1").outcome == Outcome::closing); };
  mine.bank.script(Behaviour::decline);
  CHECK(mine.engine.ask(charging("o1", "k1")).outcome == Outcome::declined);
  CHECK(shop.status("o1") == "cancelled");
  CHECK(shop.cancel("o1").outcome == Outcome::already_done);
  expect_clean(shop);
}

TEST_CASE("an unpaid order is cancelled, a paid one is not, and a cancelled one takes no payment") {
  Shop shop;
  shop.order("o1");
  CHECK(shop.cancel("o1").outcome == Outcome::cancelled);
  CHECK(shop.cancel("o1").outcome == Outcome::already_done);
  CHECK(shop.pay("o1", "k1").outcome == Outcome::out_of_order);
  CHECK(shop.charge("o1", "k2").outcome == Outcome::out_of_order);
  shop.order("o2");
  (void)shop.pay("o2", "k3");
  CHECK(shop.cancel("o2").outcome == Outcome::out_of_order);
  CHECK(shop.cancel("o3").outcome == Outcome::order_unknown);
  CHECK(shop.moved().empty());
  CHECK(shop.balance("alice") == 90'000);
}

TEST_CASE("an order has one set of terms: the same again is done already, others are refused") {
  Shop shop;
  CHECK(shop.order("o1").outcome == Outcome::created);
  CHECK(shop.order("o1").outcome == Outcome::already_done);
  CHECK(shop.order("o1", 1).outcome == Outcome::out_of_order);
  CHECK(shop.order("o1", 10'000, "bob").outcome == Outcome::out_of_order);
  CHECK(shop.order("o2", 1, "nobody").outcome == Outcome::account_unknown);
  CHECK(shop.number("SELECT count(*) FROM orders") == 1);
}
