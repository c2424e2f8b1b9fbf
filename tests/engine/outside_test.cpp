// Around the call outside: what is asked, what is sent again, and what never is.

#include <doctest/doctest.h>

#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

void expect_clean(Shop& shop) {
  for (const std::string& finding : shop.reconcile()) FAIL_CHECK(finding);
}

/// Counts what goes out, and answers as the acquirer does.
struct Counted : Channel {
  Channel& inner;
  int moves = 0;
  int queries = 0;
  std::vector<std::string> references{};
  explicit Counted(Channel& bank) : inner(bank) {}
  ChannelAnswer move(const ChannelRequest& request, const std::function<bool()>& waiting) override {
    ++moves;
    references.push_back(request.reference);
    return inner.move(request, waiting);
  }
  ChannelAnswer query(Movement movement, const std::string& reference) override {
    ++queries;
    return inner.query(movement, reference);
  }
  std::vector<ChannelLine> notices() override { return inner.notices(); }
  void acknowledge(const ChannelLine& notice) override { inner.acknowledge(notice); }
  void statement(const std::function<void(const ChannelLine&)>& take) override { inner.statement(take); }
};

}  // namespace

TEST_CASE("a lost answer is asked about first, and nothing is sent again") {  // cases 4 and 5, B009, B015
  Shop shop;
  shop.order("o1");
  Counted counted(shop.bank());
  Engine engine(shop.till().ledger, shop.world, [&](const std::string&) -> Channel* { return &counted; });
  shop.bank().script(Behaviour::lose);
  CHECK(engine.ask(charging("o1", "Ka")).outcome == Outcome::outcome_unknown);
  shop.wait(seconds(10));
  const Reply second = engine.ask(charging("o1", "Kb"));
  CHECK(second.outcome == Outcome::already_paid);
  CHECK(voucher_in(second) == "PAY-2026-000001");
  CHECK(engine.ask(charging("o1", "Kc")).outcome == Outcome::already_paid);
  CHECK(engine.ask(charging("o1", "Ka")).outcome == Outcome::paid);
  CHECK(counted.moves == 1);
  CHECK(counted.queries == 1);
  CHECK(shop.moved().size() == 1);
  expect_clean(shop);
}

TEST_CASE("not found within the settle delay is no proof: nothing is sent until it is over") {  // case 6, B091
  Shop shop;
  shop.order("o1");
  Counted counted(shop.bank());
  Engine engine(shop.till().ledger, shop.world, [&](const std::string&) -> Channel* { return &counted; });
  shop.bank().script(Behaviour::late, seconds(2));
  CHECK(engine.ask(charging("o1", "k1")).outcome == Outcome::outcome_unknown);
  shop.wait(seconds(1));
  CHECK(engine.ask(charging("o1", "k1")).outcome == Outcome::outcome_unknown);
  shop.wait(seconds(1));
  CHECK(engine.ask(charging("o1", "k1")).outcome == Outcome::paid);
  CHECK(counted.moves == 1);
  expect_clean(shop);
}

TEST_CASE("behind the settle delay the same reference is sent again, never a new one") {  // case 4
  Shop shop;
  shop.order("o1");
  CHECK(shop.crash_at(Step::channel_charge, charging("o1", "k1")).killed);
  Counted counted(shop.bank());
  Engine engine(shop.till().ledger, shop.world, [&](const std::string&) -> Channel* { return &counted; });
  shop.wait(seconds(31));
  CHECK(engine.ask(charging("o1", "k1")).outcome == Outcome::paid);
  CHECK(counted.queries == 1);
  CHECK(counted.references == std::vector<std::string>{shop.text("SELECT reference FROM attempt")});
  expect_clean(shop);
}

TEST_CASE("behind the channel's key window it is only asked, never sent to again, and a person is called") {  // case 7
  Shop shop(Shop::Terms{.key_window = hours(24)});
  shop.order("o1");
  CHECK(shop.crash_at(Step::channel_charge, charging("o1", "k1")).killed);
  shop.wait(hours(30));
  Counted counted(shop.bank());
  Engine engine(shop.till().ledger, shop.world, [&](const std::string&) -> Channel* { return &counted; });
  CHECK(engine.ask(charging("o1", "k1")).outcome == Outcome::outcome_unknown);
  (void)engine.recover();
  CHECK(counted.moves == 0);
  CHECK(counted.queries >= 2);
  CHECK(shop.text("SELECT status FROM attempt") == "unknown");
  CHECK(shop.number("SELECT needs_review FROM attempt") == 1);
}

TEST_CASE("a repair of a payment the channel made finds it and pays nothing twice") {  // B013
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::lose);
  CHECK(shop.charge("o1", "k1").outcome == Outcome::outcome_unknown);
  CHECK(shop.recover().settled == 1);
  CHECK(shop.recover().settled == 0);
  CHECK(shop.status("o1") == "paid");
  CHECK(shop.moved().size() == 1);
  expect_clean(shop);
}

TEST_CASE("where the channel cannot tell, nothing is credited back and nothing is sent again") {  // B013, the variant
  Shop shop;
  shop.order("o1");
  struct Mute : Channel {
    int moves = 0;
    ChannelAnswer move(const ChannelRequest&, const std::function<bool()>&) override {
      return ++moves, ChannelAnswer{};
    }
    ChannelAnswer query(Movement, const std::string&) override { return {}; }
    std::vector<ChannelLine> notices() override { return {}; }
    void acknowledge(const ChannelLine&) override {}
    void statement(const std::function<void(const ChannelLine&)>&) override {}
  } mute;
  Engine engine(shop.till().ledger, shop.world, [&](const std::string&) -> Channel* { return &mute; });
  CHECK(engine.ask(charging("o1", "k1")).outcome == Outcome::outcome_unknown);
  for (int i = 0; i < 5; ++i) {
    shop.wait(days(10));
    CHECK(engine.recover().still_unknown == 1);
  }
  CHECK(mute.moves == 1);
  CHECK(shop.text("SELECT status FROM attempt") == "unknown");
  CHECK(shop.status("o1") == "paying");
  CHECK(shop.balance("shop") == 0);
  // Only evidence ends it.
  CHECK(engine.ask(charging("o1", "k2")).outcome == Outcome::outcome_unknown);
  CHECK(mute.moves == 1);
}

TEST_CASE("a charge of ten o'clock is one charge, asked at five, thirty-one and sixty seconds") {  // B089
  Shop shop;
  shop.order("o1", 1'000);
  CHECK(shop.crash_at(Step::channel_answer, charging("o1", "K-89")).killed);
  CHECK(shop.moved().size() == 1);
  shop.wait(seconds(5));
  CHECK(shop.retry().outcome == Outcome::in_progress);
  shop.wait(seconds(26));
  CHECK(shop.retry().outcome == Outcome::paid);
  shop.wait(seconds(29));
  CHECK(shop.retry().replayed);
  CHECK(shop.moved().size() == 1);
  expect_clean(shop);
}

TEST_CASE("a withdrawal that the channel executes after the lease is made once") {  // B091
  Shop shop(Shop::Terms{.settle_delay = minutes(2)});
  shop.order("o1");
  shop.bank().script(Behaviour::late, seconds(45));
  CHECK(shop.crash_at(Step::channel_answer, charging("o1", "K-91")).killed);
  shop.wait(seconds(31));
  CHECK(shop.retry().outcome == Outcome::outcome_unknown);
  shop.wait(seconds(29));
  CHECK(shop.retry().outcome == Outcome::paid);
  CHECK(shop.moved().size() == 1);
  expect_clean(shop);
}

TEST_CASE("a channel the ledger knows and nobody can reach from here took nothing") {
  Shop shop;
  shop.order("o1");
  Engine alone(shop.till().ledger, shop.world, [](const std::string&) -> Channel* { return nullptr; });
  CHECK(alone.ask(charging("o1", "k1")).outcome == Outcome::unavailable);
  Request elsewhere = charging("o1", "k1");
  elsewhere.via = *ChannelId::parse("via", "nowhere");
  CHECK(shop.ask(elsewhere).outcome == Outcome::channel_unknown);
  CHECK(shop.charge("o1", "k1").outcome == Outcome::paid);
}

TEST_CASE("no transaction is open while the channel is asked") {
  Shop shop;
  shop.order("o1");
  struct Looking : Channel {
    std::function<ChannelAnswer()> look;
    ChannelAnswer move(const ChannelRequest&, const std::function<bool()>&) override { return look(); }
    ChannelAnswer query(Movement, const std::string&) override { return {}; }
    std::vector<ChannelLine> notices() override { return {}; }
    void acknowledge(const ChannelLine&) override {}
    void statement(const std::function<void(const ChannelLine&)>&) override {}
  } looking;
  auto other = shop.another_till();  // would be told busy at once
  looking.look = [&] {
    CHECK(other->engine.ask(topping_up("bob", 5, "meanwhile")).outcome == Outcome::booked);
    CHECK(shop.number("SELECT count(*) FROM attempt WHERE status = 'dispatched'") == 1);
    return ChannelAnswer{.said = Said::declined};
  };
  Engine engine(shop.till().ledger, shop.world, [&](const std::string&) -> Channel* { return &looking; });
  CHECK(engine.ask(charging("o1", "k1")).outcome == Outcome::declined);
}
