// Messages come at least once, sometimes late, and sometimes while nothing can be written.

#include <doctest/doctest.h>

#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

/// A channel whose message is sent again by hand, whatever was acknowledged.
struct Repeating : Channel {
  Channel& inner;
  std::vector<ChannelLine> again{};
  explicit Repeating(Channel& bank) : inner(bank) {}
  ChannelAnswer move(const ChannelRequest& request, const std::function<bool()>& waiting) override {
    return inner.move(request, waiting);
  }
  ChannelAnswer query(Movement movement, const std::string& reference) override {
    return inner.query(movement, reference);
  }
  std::vector<ChannelLine> notices() override { return again.empty() ? inner.notices() : again; }
  void acknowledge(const ChannelLine& notice) override { inner.acknowledge(notice); }
  void statement(const std::function<void(const ChannelLine&)>& take) override { inner.statement(take); }
};

std::int64_t vouchers(Shop& shop) { return shop.number("SELECT count(*) FROM voucher"); }

}  // namespace

TEST_CASE("a message whose effect could not be written is not acknowledged, and its redelivery works") {  // case 53
  Shop shop(Shop::Terms{.busy_wait = milliseconds(20)});
  shop.order("o1");
  shop.bank().script(Behaviour::late, seconds(5));
  REQUIRE(shop.charge("o1", "A").outcome == Outcome::outcome_unknown);
  shop.wait(seconds(6));
  const std::int64_t before = vouchers(shop);
  auto other = shop.another_till(seconds(5));
  other->ledger.store().atomically(
      [&](Tx&) { CHECK_THROWS_AS((void)shop.engine().take_notices("bank"), StorageTrouble); });
  CHECK(vouchers(shop) == before);
  CHECK(shop.status("o1") == "paying");
  CHECK(shop.engine().take_notices("bank").notices_taken == 1);
  CHECK(shop.status("o1") == "paid");
  CHECK(vouchers(shop) == before + 1);
  CHECK(shop.engine().take_notices("bank").notices_taken == 0);
}

TEST_CASE("a message sent again by hand ten days later is recognised, with every key long reaped") {  // case 54, B105
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::twice);
  REQUIRE(shop.charge("o1", "A").outcome == Outcome::paid);
  Repeating bank(shop.bank());
  Engine engine(shop.till().ledger, shop.world, [&](const std::string&) -> Channel* { return &bank; });
  bank.again = bank.inner.notices();
  REQUIRE(bank.again.size() == 1);
  CHECK(engine.take_notices("bank").notices_taken == 1);
  const std::int64_t before = vouchers(shop);
  for (int day = 0; day < 10; ++day) {
    shop.wait(days(1));
    (void)engine.reap(false);
  }
  CHECK(engine.take_notices("bank").notices_taken == 1);
  CHECK(vouchers(shop) == before);
  CHECK(shop.reconcile().empty());
}
