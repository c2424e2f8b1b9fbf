// Money that is held, beside everything else that may happen to it: captured elsewhere, heard of three ways, spoken of
// otherwise, decided by a person.

#include <doctest/doctest.h>

#include "ledger/orders/query_schedule.hpp"
#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

void expect_clean(Shop& shop) {
  for (const std::string& finding : shop.reconcile()) FAIL_CHECK(finding);
}

/// A channel that says what it is told to say.
struct Told : Channel {
  ChannelAnswer reply{};
  ChannelAnswer answer{};
  std::vector<ChannelLine> told{};
  int acknowledged = 0;
  ChannelAnswer move(const ChannelRequest&, const std::function<bool()>&) override { return reply; }
  ChannelAnswer query(Movement, const std::string&) override { return answer; }
  std::vector<ChannelLine> notices() override { return told; }
  void acknowledge(const ChannelLine&) override {
    ++acknowledged;
    told.clear();
  }
  void statement(const std::function<void(const ChannelLine&)>&) override {}
};

}  // namespace

TEST_CASE(
    "what was captured at the channel directly is booked before a refund, which gives back no more than asked") {  // B079
  Shop shop;
  shop.order("o1", 9'000);
  REQUIRE(shop.ask(authorising("o1", "a1")).outcome == Outcome::authorised);
  const std::string hold = shop.text("SELECT reference FROM attempt");
  shop.bank().script(Behaviour::twice);
  REQUIRE(shop.bank().move({Movement::capture, "by-hand-1", hold, cny(9'000)}, {}).said == Said::approved);
  CHECK(shop.refund("o1", 2'500, "r1").outcome ==
        Outcome::out_of_order);  // it cannot be settled yet: refused, nothing is freed
  CHECK(shop.engine().take_notices("bank").notices_taken == 1);
  CHECK(shop.status("o1") == "paid");
  CHECK(shop.engine().take_notices("bank").notices_taken == 0);
  CHECK(shop.refund("o1", 2'500, "r2").outcome == Outcome::refunded);
  CHECK(shop.balance("shop") == 6'500);
  CHECK(shop.balance("9100.CNY") == 0);
  expect_clean(shop);
}

TEST_CASE("a capture at the channel directly waits for ours, and more than is held is left for a person") {
  Shop shop;
  shop.order("o1", 9'000);
  REQUIRE(shop.ask(authorising("o1", "a1")).outcome == Outcome::authorised);
  const std::string hold = shop.text("SELECT reference FROM attempt");
  shop.bank().script(Behaviour::lose);
  REQUIRE(shop.ask(capturing("o1", 4'000, "c1")).outcome == Outcome::outcome_unknown);
  shop.bank().script(Behaviour::twice);
  REQUIRE(shop.bank().move({Movement::capture, "by-hand-1", hold, cny(5'000)}, {}).said == Said::approved);
  CHECK(shop.engine().take_notices("bank").notices_unknown == 1);
  CHECK(shop.ask(capturing("o1", 4'000, "c1")).outcome == Outcome::captured);
  CHECK(shop.engine().take_notices("bank").notices_taken == 1);
  CHECK(shop.status("o1") == "paid");
  expect_clean(shop);
}

TEST_CASE("a success heard by reply, notice and query, in any order and twice, is one step and one voucher") {  // B026
  enum class Way { reply, notice, query };
  for (const bool holds : {false, true}) {
    for (const Way first : {Way::reply, Way::notice, Way::query}) {
      for (const Way second : {Way::reply, Way::notice, Way::query}) {
        CAPTURE(holds);
        CAPTURE(static_cast<int>(first));
        CAPTURE(static_cast<int>(second));
        Shop shop;
        shop.order("o1");
        const Request asked = holds ? authorising("o1", "k1") : charging("o1", "k1");
        // The answer is lost, the notice is due, and each way is taken in turn.
        shop.bank().script(Behaviour::late, seconds(1));
        REQUIRE(shop.ask(asked).outcome == Outcome::outcome_unknown);
        shop.wait(seconds(4));
        for (const Way way : {first, second}) {
          switch (way) {
            case Way::reply: (void)shop.ask(asked); break;
            case Way::notice: (void)shop.engine().take_notices("bank"); break;
            case Way::query: (void)shop.engine().recover(); break;
          }
        }
        CHECK(shop.ask(asked).outcome == (holds ? Outcome::authorised : Outcome::paid));
        CHECK(shop.number("SELECT count(*) FROM voucher WHERE attempt_id IS NOT NULL") == 1);
        CHECK(shop.number("SELECT count(*) FROM history WHERE machine = 'attempt' AND from_status = 'unknown'") == 1);
        expect_clean(shop);
      }
    }
  }
}

TEST_CASE("a notice that names another amount is refused and raised, and the channel's own answer ends it") {  // B020
  Shop shop;
  shop.order("o1");
  Told bank;
  bank.reply = {Said::approved, "t1", cny(10'000), 1};
  Engine engine(shop.till().ledger, shop.world, [&](const std::string&) -> Channel* { return &bank; });
  REQUIRE(engine.ask(charging("o1", "k1")).outcome == Outcome::paid);
  const std::string reference = shop.text("SELECT reference FROM attempt");
  bank.told = {{Movement::charge, reference, "t1", cny(10'000), 1}};
  CHECK(engine.take_notices("bank").notices_taken == 1);
  CHECK(shop.number("SELECT needs_review FROM attempt") == 0);
  bank.told = {{Movement::charge, reference, "t1", cny(4'600), 1}};
  CHECK(engine.take_notices("bank").notices_unknown == 1);
  CHECK(shop.status("o1") == "paid");
  CHECK(shop.reconcile().size() >= 1);
  CHECK(shop.text("SELECT status || needs_review FROM attempt") == "succeeded1");
  bank.answer = bank.reply;
  (void)engine.recover();
  CHECK(shop.text("SELECT decided_by || needs_review FROM attempt") == "query0");
  CHECK(engine.take_notices("bank").notices_unknown == 1);  // it stays with the channel, and raises nothing any more
  CHECK(shop.number("SELECT needs_review FROM attempt") == 0);
  CHECK(shop.number("SELECT count(*) FROM voucher WHERE kind = 'pay'") == 1);
}

TEST_CASE("a hold that was over before its notice came contradicts nothing") {
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::late, seconds(5));
  Request request = authorising("o1", "a1");
  request.hold = minutes(1);
  CHECK(shop.ask(request).outcome == Outcome::outcome_unknown);
  // Asked behind its end, the channel says that it is over; the notice of its beginning comes only now.
  shop.wait(hours(2));
  CHECK(shop.ask(request).outcome == Outcome::declined);
  (void)shop.recover();
  CHECK(shop.number("SELECT needs_review FROM attempt") == 0);
  CHECK(shop.text("SELECT status FROM attempt") == "failed");
  for (const std::string& finding : shop.reconcile()) FAIL_CHECK(finding);
}

TEST_CASE("a weaker source overrules no stronger one, and a person may decide") {
  Shop shop;
  shop.order("o1");
  Told bank;
  Engine engine(shop.till().ledger, shop.world, [&](const std::string&) -> Channel* { return &bank; });
  REQUIRE(engine.ask(charging("o1", "k1")).outcome == Outcome::outcome_unknown);
  bank.answer = {.said = Said::declined};
  shop.wait(seconds(31));
  (void)engine.recover();
  REQUIRE(shop.text("SELECT status || decided_by FROM attempt") == "failedquery");
  const std::string reference = shop.text("SELECT reference FROM attempt");
  bank.told = {{Movement::charge, reference, "t1", cny(10'000), 1}};
  CHECK(engine.take_notices("bank").notices_unknown == 1);
  CHECK(shop.text("SELECT status || needs_review FROM attempt") == "failed1");
  bank.told.clear();
  bank.answer = {};  // nobody can say any more
  (void)engine.recover();
  CHECK(shop.text("SELECT status || needs_review FROM attempt") == "failed1");
  SUBCASE("that it failed, as it stands") {
    CHECK(engine.review(reference, false, "the bank's letter").outcome == Outcome::already_done);
    CHECK(shop.text("SELECT decided_by || needs_review FROM attempt") == "manual0");
  }
  SUBCASE("that it succeeded: the money is late or pays the order") {
    CHECK(engine.review("o1", true, "the bank's letter").outcome == Outcome::paid);
    CHECK(shop.text("SELECT decided_by || status FROM attempt") == "manualsucceeded");
    CHECK(shop.status("o1") == "paid");
    CHECK(shop.text("SELECT said FROM evidence ORDER BY evidence_id DESC LIMIT 1").find("the bank's letter") !=
          std::string::npos);
  }
}

TEST_CASE("what a person gave up is asked about again, and a channel that moved the money after all is believed") {
  Shop shop;
  shop.order("o1");
  Told bank;
  Engine engine(shop.till().ledger, shop.world, [&](const std::string&) -> Channel* { return &bank; });
  REQUIRE(engine.ask(charging("o1", "k1")).outcome == Outcome::outcome_unknown);
  shop.wait(seconds(31));
  const Reply given_up = engine.review("o1", false, "the bank's hotline");
  CHECK(given_up.outcome == Outcome::resolved);
  CHECK(exit_code(given_up.outcome) == 0);
  CHECK(engine.ask(charging("o1", "k1")).outcome == Outcome::declined);
  REQUIRE(shop.text("SELECT status || decided_by FROM attempt") == "failedmanual");
  for (const std::string& finding : shop.reconcile()) FAIL_CHECK(finding);
  SUBCASE("when it is asked") {
    bank.answer = {Said::approved, "t1", cny(10'000), 1};
    (void)engine.recover();
  }
  SUBCASE("when its message comes") {
    bank.told = {{Movement::charge, shop.text("SELECT reference FROM attempt"), "t1", cny(10'000), 1}};
    CHECK(engine.take_notices("bank").notices_taken == 1);
  }
  SUBCASE("when a person corrects it, and the channel says the same") {
    bank.answer = {Said::approved, "t1", cny(10'000), 1};
    CHECK(engine.review("o1", true, "the bank's letter").outcome == Outcome::paid);
    CHECK(shop.text("SELECT channel_txn FROM attempt") == "t1");
  }
  SUBCASE("when a person corrects it, and the channel is silent") {
    CHECK(engine.review("o1", true, "the bank's letter").outcome == Outcome::paid);
  }
  SUBCASE("not while it says nothing") {
    (void)engine.recover();
    CHECK(shop.text("SELECT status || decided_by FROM attempt") == "failedmanual");
    CHECK(shop.number("SELECT count(*) FROM voucher WHERE kind = 'pay'") == 0);
    return;
  }
  CHECK(shop.status("o1") == "paid");
  CHECK(shop.number("SELECT count(*) FROM voucher WHERE kind = 'pay'") == 1);
  CHECK(engine.ask(charging("o1", "k1")).outcome == Outcome::declined);  // a stored answer stays as it was given
}

TEST_CASE("a channel that knows better is not called failed on a person's word") {
  Shop shop;
  shop.order("o1");
  Told bank;
  Engine engine(shop.till().ledger, shop.world, [&](const std::string&) -> Channel* { return &bank; });
  REQUIRE(engine.ask(charging("o1", "k1")).outcome == Outcome::outcome_unknown);
  bank.answer = {.said = Said::declined};
  shop.wait(seconds(31));
  (void)engine.recover();
  bank.told = {{Movement::charge, shop.text("SELECT reference FROM attempt"), "t1", cny(10'000), 1}};
  (void)engine.take_notices("bank");
  REQUIRE(shop.text("SELECT status || needs_review FROM attempt") == "failed1");
  bank.answer = {Said::approved, "t1", cny(10'000), 1};
  CHECK(engine.review("o1", false, "a guess").outcome == Outcome::paid);
  CHECK(shop.status("o1") == "paid");
}

TEST_CASE("a person decides about a capture and a refund that nobody can tell the end of") {
  Shop shop;
  shop.order("o1");
  Told bank;
  bank.reply = {Said::approved, "t1", cny(10'000), 1};
  Engine engine(shop.till().ledger, shop.world, [&](const std::string&) -> Channel* { return &bank; });
  REQUIRE(engine.ask(authorising("o1", "a1")).outcome == Outcome::authorised);
  bank.reply = {};
  REQUIRE(engine.ask(capturing("o1", 4'000, "c1")).outcome == Outcome::outcome_unknown);
  CHECK(engine.review("o1", false, "by telephone").outcome == Outcome::resolved);
  CHECK(engine.ask(capturing("o1", 4'000, "c1")).outcome == Outcome::declined);
  REQUIRE(engine.ask(capturing("o1", 10'000, "c2")).outcome == Outcome::outcome_unknown);
  CHECK(engine.review("o1", true, "by telephone").outcome == Outcome::paid);
  REQUIRE(engine.ask(refunding("o1", 1'000, "r1")).outcome == Outcome::outcome_unknown);
  CHECK(engine.review("o1", true, "by telephone").outcome == Outcome::refunded);
  CHECK(engine.review("o1", true, "again").outcome == Outcome::already_done);
  CHECK(engine.review("nothing", true, "again").outcome == Outcome::order_unknown);
  CHECK(shop.balance("shop") == 9'000);
}

TEST_CASE("the schedule of questions is the same every time, spread by reference, and ends") {
  std::int64_t sum = 0;
  for (std::int64_t n = 0; n < 13; ++n) {
    const auto one = orders::next_query_in(n, "payonce/x/o1.pay.1");
    const auto other = orders::next_query_in(n, "payonce/x/o2.pay.1");
    REQUIRE((one && other));
    CHECK(*one == *orders::next_query_in(n, "payonce/x/o1.pay.1"));
    CHECK(one->ns != other->ns);
    sum += one->ns;
  }
  CHECK(sum > days(6).ns);
  CHECK_FALSE(orders::next_query_in(13, "payonce/x/o1.pay.1"));
}
