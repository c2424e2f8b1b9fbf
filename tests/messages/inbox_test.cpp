// Messages about orders: known again by what they mean, applied through the steps of every command, kept where they cannot be.

#include <doctest/doctest.h>

#include "ledger/messages/parking.hpp"
#include "ledger/wire/json_message.hpp"
#include "tests/messages/told.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

void expect_clean(Shop& shop) {
  for (const std::string& finding : shop.reconcile()) FAIL_CHECK(finding);
}

std::string reference_of(Shop& shop, std::string_view table) {
  return shop.text("SELECT reference FROM " + std::string(table) + " ORDER BY 1 DESC LIMIT 1");
}

std::string txn_of(Shop& shop, Movement movement) { return shop.moved(movement).front().channel_txn; }

Outcome told(Shop& shop, const Message& one) { return shop.engine().deliver(one).outcome; }

/// What is parked or waits.
std::vector<parking::Held> held(Shop& shop) {
  return shop.store().reading([](View& view) { return parking::list(view, false, 0, 100); });
}

}  // namespace

TEST_CASE(
    "success learned from the answer, a message and a poll, in any order, is one payment and one event") {  // B026
  const auto by_answer = [](Shop& shop) { (void)shop.charge("o1", "A"); };
  const auto by_message = [](Shop& shop) {
    const auto one =
        by_channel(message({event_paid, "o1", 3, "m1"}), reference_of(shop, "attempt"), txn_of(shop, Movement::charge));
    (void)shop.engine().deliver(one);
  };
  const auto by_poll = [](Shop& shop) {
    shop.wait(seconds(31));
    (void)shop.recover();
  };
  const std::vector<std::function<void(Shop&)>> ways{by_answer, by_message, by_poll};
  for (std::size_t first = 0; first < ways.size(); ++first) {
    for (std::size_t second = 0; second < ways.size(); ++second) {
      CAPTURE(first);
      CAPTURE(second);
      Shop shop;
      shop.order("o1");
      // The answer is lost: the channel has moved the money, and nothing is known of it here.
      shop.bank().script(Behaviour::lose);
      REQUIRE(shop.charge("o1", "A").outcome == Outcome::outcome_unknown);
      shop.wait(seconds(31));
      ways[first](shop);
      ways[second](shop);
      CHECK(shop.status("o1") == "paid");
      CHECK(shop.number("SELECT count(*) FROM voucher WHERE kind = 'pay'") == 1);
      CHECK(shop.number("SELECT count(*) FROM event WHERE action = 'order.paid'") == 1);
      expect_clean(shop);
    }
  }
}

TEST_CASE(
    "a refund that comes back as a message is the one that was asked for, and one made elsewhere is booked once") {  // B071
  Shop shop;
  shop.order("o1", 9'000);
  REQUIRE(shop.charge("o1", "A").outcome == Outcome::paid);
  // (b) its message before its answer
  shop.bank().script(Behaviour::lose);
  REQUIRE(shop.refund("o1", 1'000, "R1", "r1").outcome == Outcome::outcome_unknown);
  const auto echo = by_channel(message({event_refunded, "o1", 5, "m1", 1'000}), reference_of(shop, "refund"),
                               txn_of(shop, Movement::refund));
  CHECK(told(shop, echo) == Outcome::applied);
  shop.wait(seconds(31));
  CHECK(shop.refund("o1", 1'000, "R1", "r1").outcome == Outcome::refunded);
  // (a) and behind it, under another id, and named by the channel's own number alone
  CHECK(told(shop, by_channel(message({event_refunded, "o1", 6, "m2", 1'000}), std::nullopt,
                              txn_of(shop, Movement::refund))) == Outcome::already_done);
  CHECK(shop.number("SELECT refunded FROM orders") == 1'000);
  // (c) made at the channel, unknown here
  const auto elsewhere = by_channel(message({event_refunded, "o1", 7, "m3", 500}), std::nullopt, "GR-72");
  CHECK(told(shop, elsewhere) == Outcome::applied);
  CHECK(told(shop, elsewhere) == Outcome::already_done);
  CHECK(told(shop, by_channel(message({event_refunded, "o1", 8, "m4", 500}), std::nullopt, "GR-72")) ==
        Outcome::already_done);
  CHECK(shop.number("SELECT refunded FROM orders") == 1'500);
  CHECK(shop.number("SELECT count(*) FROM refund") == 2);
}

TEST_CASE("a refund told by the channel's number alone waits while one of ours is under way") {
  Shop shop;
  shop.order("o1", 9'000);
  REQUIRE(shop.charge("o1", "A").outcome == Outcome::paid);
  shop.bank().script(Behaviour::lose);
  REQUIRE(shop.refund("o1", 1'500, "R1").outcome == Outcome::outcome_unknown);
  const auto one =
      by_channel(message({event_refunded, "o1", 5, "m1", 1'500}), std::nullopt, txn_of(shop, Movement::refund));
  CHECK(told(shop, one) == Outcome::early);
  shop.wait(seconds(31));
  CHECK(shop.recover().messages_applied == 1);
  CHECK(shop.number("SELECT refunded FROM orders") == 1'500);
  CHECK(shop.number("SELECT count(*) FROM refund") == 1);
  expect_clean(shop);
}

TEST_CASE("what a channel says that cannot be true of the payment is parked, and books nothing") {
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::lose);
  REQUIRE(shop.charge("o1", "A").outcome == Outcome::outcome_unknown);
  const std::string reference = reference_of(shop, "attempt");
  const std::int64_t before = shop.number("SELECT count(*) FROM voucher");
  CHECK(told(shop, by_channel(message({event_paid, "o1", 3, "m1", 77}), reference, "T-1")) == Outcome::parked);
  CHECK(told(shop, by_channel(message({event_paid, "o2", 3, "m2"}), reference, "T-1")) == Outcome::parked);
  CHECK(told(shop, by_channel(message({event_paid, "o1", 4, "m3"}), "payonce/nobody/o1.1", "T-1")) == Outcome::early);
  CHECK(shop.number("SELECT count(*) FROM voucher") == before);
  CHECK(held(shop).size() == 3);
}

TEST_CASE(
    "a message that is unreadable is parked with every byte, once, and dropping it leaves it on record") {  // B030
  Shop shop;
  const auto consumer = AccountId::parse("consumer", orders_consumer).value();
  const std::string bytes("{\"event\":\"order.paid\"\xff\0...", 26);
  const Fault why = read_message(bytes, consumer).error();
  CHECK(shop.engine().deliver_unreadable(consumer, bytes, why).outcome == Outcome::parked);
  CHECK(shop.engine().deliver_unreadable(consumer, bytes, why).outcome == Outcome::parked);
  const auto all = held(shop);
  REQUIRE(all.size() == 1);
  CHECK(all[0].content == bytes);
  CHECK(all[0].reason == "unreadable");
  CHECK(all[0].tries == 2);
  CHECK(shop.engine().redrive(all[0].number)->outcome == Outcome::parked);
  CHECK(
      shop.store().atomically([&](Tx& tx) { return parking::drop(tx, all[0].number, "the sender took it back", 1); }));
  CHECK_FALSE(shop.engine().redrive(all[0].number).has_value());
  CHECK(held(shop).empty());
  CHECK(shop.number("SELECT count(*) FROM held WHERE state = 'dropped'") == 1);
  CHECK(shop.engine().deliver_unreadable(consumer, bytes, why).outcome == Outcome::already_done);
}

TEST_CASE("a handler registered eight times charges one renewal once") {  // B028
  Shop shop;
  shop.order("rn-28", 1'800);
  int applied = 0;
  int done = 0;
  for (int n = 0; n < 8; ++n) {
    const Outcome outcome = told(shop, message({event_paid, "rn-28", 2, "handler-" + std::to_string(n)}));
    applied += outcome == Outcome::applied ? 1 : 0;
    done += outcome == Outcome::already_done ? 1 : 0;
  }
  CHECK(applied == 1);
  CHECK(done == 7);
  CHECK(shop.balance("alice") == 100'000 - 1'800);
}

TEST_CASE(
    "a message whose effect the busy file does not take leaves neither mark nor effect, and works again") {  // case 53
  Shop shop(Shop::Terms{.busy_wait = milliseconds(20)});
  shop.order("o1");
  const Message one = message({event_paid, "o1", 2, "m1"});
  auto other = shop.another_till(seconds(5));
  other->ledger.store().atomically([&](Tx&) { CHECK_THROWS_AS((void)shop.engine().deliver(one), StorageTrouble); });
  CHECK(shop.number("SELECT count(*) FROM consumed") == 0);
  CHECK(shop.number("SELECT count(*) FROM message") == 0);
  CHECK(shop.status("o1") == "created");
  CHECK(told(shop, one) == Outcome::applied);
  expect_clean(shop);
}

TEST_CASE("messages of one order in every order of arrival come to the same end") {  // A8
  std::vector<int> arrival{0, 1, 2, 3};
  do {
    CAPTURE(arrival[0]);
    CAPTURE(arrival[1]);
    CAPTURE(arrival[2]);
    Shop shop;
    const std::vector<Message> all{message({event_created, "o1", 1, "m1", 5'000}), message({event_paid, "o1", 2, "m2"}),
                                   message({event_shipped, "o1", 3, "m3"}),
                                   message({event_refunded, "o1", 4, "m4", 2'000})};
    for (const int at : arrival) (void)shop.engine().deliver(all[static_cast<std::size_t>(at)]);
    Recovery rest;
    shop.engine().redrive_waiting(rest);
    CHECK(rest.messages_waiting == 0);
    CHECK(shop.status("o1") == "fulfilled");
    CHECK(shop.number("SELECT refunded FROM orders") == 2'000);
    CHECK(shop.balance("alice") == 97'000);
    for (const Message& one : all) CHECK(told(shop, one) == Outcome::already_done);
    expect_clean(shop);
  } while (std::next_permutation(arrival.begin(), arrival.end()));
}

TEST_CASE("a real ledger takes no inbox but the whole one") {
  const TempFolder folder;
  VirtualWorld world;
  for (const Inbox inbox : {Inbox::marker_first, Inbox::process_first, Inbox::message_id, Inbox::off}) {
    Ledger::Options options;
    options.settings.inbox = inbox;
    const auto made = Ledger::create(folder.path() / "real.db", world, options);
    REQUIRE_FALSE(made.has_value());
    CHECK(made.error().field == "inbox");
  }
}
