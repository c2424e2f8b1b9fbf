// The third layer before a channel whose words cannot be true: nothing is booked on them, and a person is called.

#include <doctest/doctest.h>

#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

TEST_CASE("a channel that names another amount leaves the payment unknown and asks for a person") {
  Shop shop;
  shop.order("o1");
  struct Wrong : Channel {
    Money amount = cny(9'000);
    ChannelAnswer move(const ChannelRequest&, const std::function<bool()>&) override { return said(); }
    ChannelAnswer query(Movement, const std::string&) override { return said(); }
    [[nodiscard]] ChannelAnswer said() const { return {Said::approved, "txn-1", amount, 1}; }
    std::vector<ChannelLine> notices() override { return {}; }
    void acknowledge(const ChannelLine&) override {}
    void statement(const std::function<void(const ChannelLine&)>&) override {}
  } wrong;
  Engine engine(shop.till().ledger, shop.world, [&](const std::string&) -> Channel* { return &wrong; });
  for (const Money& amount : {cny(9'000), Money(10'000, *Currency::parse("currency", "USD"))}) {
    wrong.amount = amount;
    const Reply reply = engine.ask(charging("o1", "k1"));
    CHECK(reply.outcome == Outcome::outcome_unknown);
    CHECK(reason_in(reply) == "channel_amount_differs");
    CHECK(shop.number("SELECT needs_review FROM attempt") == 1);
    CHECK(shop.number("SELECT count(*) FROM voucher WHERE kind = 'pay'") == 0);
  }
  wrong.amount = cny(10'000);  // put right by the channel
  CHECK(engine.ask(charging("o1", "k1")).outcome == Outcome::paid);

  SUBCASE("a refund of another amount is not booked either") {
    wrong.amount = cny(10);
    const Reply reply = engine.ask(refunding("o1", 1'000, "r1"));
    CHECK(reply.outcome == Outcome::outcome_unknown);
    CHECK(reason_in(reply) == "channel_amount_differs");
    CHECK(shop.text("SELECT status FROM refund") == "unknown");
    wrong.amount = cny(1'000);
    CHECK(engine.ask(refunding("o1", 1'000, "r1")).outcome == Outcome::refunded);
  }
}

TEST_CASE(
    "a channel that uses one number of its own twice leaves the second unknown, and holds up nothing behind it") {  // B030
  Shop shop;
  shop.order("o1");
  shop.order("o2");
  shop.order("o3");
  struct Careless : Channel {
    std::vector<ChannelLine> told{};
    int acknowledged = 0;
    std::string txn = "txn-1";
    ChannelAnswer move(const ChannelRequest& request, const std::function<bool()>&) override {
      if (txn.empty()) return {};
      return {Said::approved, txn, request.amount, 1};
    }
    ChannelAnswer query(Movement, const std::string&) override { return {}; }
    std::vector<ChannelLine> notices() override { return told; }
    void acknowledge(const ChannelLine&) override { ++acknowledged; }
    void statement(const std::function<void(const ChannelLine&)>&) override {}
  } careless;
  Engine engine(shop.till().ledger, shop.world, [&](const std::string&) -> Channel* { return &careless; });
  CHECK(engine.ask(charging("o1", "k1")).outcome == Outcome::paid);
  const Reply second = engine.ask(charging("o2", "k2"));
  CHECK(second.outcome == Outcome::outcome_unknown);
  CHECK(reason_in(second) == "channel_txn_known");
  CHECK(shop.status("o2") == "paying");
  CHECK(shop.number("SELECT needs_review FROM attempt WHERE order_id = 2") == 1);
  // The same by notices: the bad one stays unknown, the good one behind it is taken.
  careless.txn.clear();
  CHECK(engine.ask(charging("o3", "k3")).outcome == Outcome::outcome_unknown);
  const auto reference = [&](int order) {
    return shop.text("SELECT reference FROM attempt WHERE order_id = " + std::to_string(order));
  };
  careless.told = {{Movement::charge, reference(2), "txn-1", cny(10'000), 1},
                   {Movement::charge, reference(3), "txn-3", cny(10'000), 1}};
  const Recovery recovery = engine.recover();
  CHECK(recovery.notices_taken == 1);
  CHECK(recovery.notices_unknown == 1);
  CHECK(careless.acknowledged == 1);  // evidence that we could not use is not thrown away
  CHECK(shop.status("o2") == "paying");
  CHECK(shop.status("o3") == "paid");
  CHECK(shop.number("SELECT count(*) FROM voucher WHERE kind IN ('pay', 'surplus')") == 2);

  careless.txn = "refund-1";
  CHECK(engine.ask(refunding("o1", 100, "r1")).outcome == Outcome::refunded);
  const Reply again = engine.ask(refunding("o1", 200, "r2"));
  CHECK(again.outcome == Outcome::outcome_unknown);
  CHECK(reason_in(again) == "channel_txn_known");
  CHECK(shop.number("SELECT refund_reserved FROM orders WHERE order_no = 'o1'") == 200);
}
