// A function of a caller's own, in one transaction with its claim and its reply.

#include <doctest/doctest.h>

#include "ledger/layers/reconciliation.hpp"
#include "tests/defences/own_shop.hpp"

using namespace payonce;
using namespace payonce::test;
using How = Done::How;

namespace {

/// Greets once: writes a line and says which greeting it was.
Done greet(Shop& shop, const Wish& wish, Till* till = nullptr) {
  Ledger& ledger = till == nullptr ? shop.till().ledger : till->ledger;
  return idempotently(ledger, shop.world, wish, [&](Tx& tx) {
    write_down(tx, wish.parts.front());
    std::int64_t count = 0;
    tx.each_of("SELECT count(*) FROM x_diary", [&](const Row& row) { count = row.integer(0); });
    return "greeting number " + std::to_string(count);
  });
}

}  // namespace

TEST_CASE("a function runs once for each wish, and every repeat is told its first reply byte for byte") {
  Shop shop;
  make_diary(shop);
  const Done first = greet(shop, wish("k1"));
  CHECK(first.how == How::ran);
  CHECK(first.reply == "greeting number 1");
  CHECK(greet(shop, wish("k2")).reply == "greeting number 2");
  for (int n = 0; n < 3; ++n) {
    const Done again = greet(shop, wish("k1"));
    CHECK(again.how == How::replayed);
    CHECK(again.reply == first.reply);
  }
  shop.reopen();
  CHECK(greet(shop, wish("k1")).reply == first.reply);
  CHECK(lines(shop) == 2);
  CHECK(shop.reconcile().empty());
}

TEST_CASE("a reply is any bytes: empty, with quotes and line ends, or naming a voucher that is none") {
  Shop shop;
  for (const std::string& reply :
       std::vector<std::string>{"", "\"quoted\"\n{", R"({"voucher":"PAY-2026-000099"})", "汉字"}) {
    CAPTURE(reply);
    const Wish one = wish("key-" + std::to_string(reply.size()));
    const auto say = [&](Tx&) { return reply; };
    CHECK(idempotently(shop.till().ledger, shop.world, one, say).reply == reply);
    const Done again = idempotently(shop.till().ledger, shop.world, one, say);
    CHECK(again.how == How::replayed);
    CHECK(again.reply == reply);
  }
  CHECK(shop.reconcile().empty());
}

TEST_CASE("other content, another function or a payment's key is refused, and nothing of the first is told") {
  Shop shop;
  make_diary(shop);
  shop.order("o1");
  REQUIRE(greet(shop, wish("k1", {"a", "bc"})).how == How::ran);
  for (const Wish& other : {wish("k1", {"ab", "c"}), wish("k1", {"a", "bc", ""}), wish("k1", {"a"}),
                            wish("k1", {"a", "bc"}, "greet-loudly")}) {
    const Done done = greet(shop, other);
    CHECK(done.how == How::key_reused);
    CHECK(done.reply.empty());
  }
  CHECK(shop.pay("o1", "k1").outcome == Outcome::key_reused);
  REQUIRE(shop.pay("o1", "k2").outcome == Outcome::paid);
  CHECK(greet(shop, wish("k2", {"o1"}, "pay")).how == How::key_reused);
  CHECK(greet(shop, wish("k1", {"a", "bc"}, "greet", "other")).how == How::ran);
  CHECK(lines(shop) == 2);
}

TEST_CASE("one constant for every wish makes the second honest wish a repeat, or refuses it where it differs") {
  Shop shop;
  make_diary(shop);
  const auto constant = [](const std::string&) { return std::string("default_key"); };  // the article's generateKey
  CHECK(greet(shop, wish(constant("alice"), {"good morning"})).how == How::ran);
  // Bob's equal wish is answered with Alice's, and nothing happens for him.
  CHECK(greet(shop, wish(constant("bob"), {"good morning"})).how == How::replayed);
  // A wish that differs at least is refused: the parts tell them apart.
  CHECK(greet(shop, wish(constant("carol"), {"good evening"})).how == How::key_reused);
  CHECK(lines(shop) == 1);
  const auto of_wish = [](const std::string& who) { return "greet." + who; };
  CHECK(greet(shop, wish(of_wish("bob"), {"good morning"})).how == How::ran);
  CHECK(greet(shop, wish(of_wish("carol"), {"good evening"})).how == How::ran);
  CHECK(lines(shop) == 3);
}

TEST_CASE("an exception before the commit keeps no lock: what was written is gone, and a retry runs") {
  Shop shop;
  make_diary(shop);
  const auto broken = [&](Tx& tx) -> std::string {
    write_down(tx, "half");
    throw std::runtime_error("something else broke");
  };
  for (int n = 0; n < 2; ++n) {
    CHECK_THROWS_WITH(idempotently(shop.till().ledger, shop.world, wish("k1"), broken), "something else broke");
    CHECK(lines(shop) == 0);
    CHECK(shop.number("SELECT count(*) FROM idempotency_key WHERE key = 'k1'") == 0);
  }
  CHECK(greet(shop, wish("k1")).how == How::ran);
  const auto nothing = [](Tx&) -> std::string { throw NothingHappened("not today"); };
  CHECK_THROWS_AS(idempotently(shop.till().ledger, shop.world, wish("k2"), nothing, Meaning::refused), NothingHappened);
  CHECK(greet(shop, wish("k2")).how == How::ran);
}

TEST_CASE("an exception after the commit deletes no lock: the retry is told the reply, and nothing runs twice") {
  Shop shop;
  make_diary(shop);
  // Killed between the commit and the reply: the article's interceptor would delete its lock here, or keep it for a minute.
  const auto crash = shop.crash_at(Step::reply_send, 1, [&](Till& till) {
    (void)greet(shop, wish("k1"), &till);
    return Reply{};
  });
  CHECK(crash.killed);
  CHECK(lines(shop) == 1);
  const Done again = greet(shop, wish("k1"));
  CHECK(again.how == How::replayed);
  CHECK(again.reply == "greeting number 1");
  CHECK(lines(shop) == 1);
}

TEST_CASE("a refusal is stored without what was written, and told again instead of running") {
  Shop shop;
  make_diary(shop);
  int asked = 0;
  const auto refuse = [&](Tx& tx) -> std::string {
    ++asked;
    write_down(tx, "should not stay");
    throw Refused("the card is empty");
  };
  for (int n = 0; n < 3; ++n) {
    const Done done = idempotently(shop.till().ledger, shop.world, wish("k1"), refuse);
    CHECK(done.how == How::refused);
    CHECK(done.reply == "the card is empty");
    CHECK_FALSE(succeeded(done));
  }
  CHECK(asked == 1);
  CHECK(lines(shop) == 0);
  const auto other = [](Tx&) -> std::string { throw std::logic_error("no such card"); };
  CHECK(idempotently(shop.till().ledger, shop.world, wish("k2"), other, Meaning::refused).reply == "no such card");
  CHECK(shop.reconcile().empty());
}

TEST_CASE("a function that met a busy file ran not at all, and the same handle runs it afterwards") {  // B151
  Shop shop(Shop::Terms{.busy_wait = milliseconds(50)});
  make_diary(shop);
  shop.till();
  auto other = shop.another_till();
  other->ledger.store().atomically([&](Tx& tx) {
    write_down(tx, "the other's");
    CHECK_THROWS_AS(greet(shop, wish("k1")), StorageTrouble);
  });
  CHECK(greet(shop, wish("k1")).reply == "greeting number 2");
  CHECK(greet(shop, wish("k1"), other.get()).how == How::replayed);
  CHECK(lines(shop) == 2);
}

TEST_CASE("past its retention a wish is refused and not run again") {
  Shop shop;
  make_diary(shop);
  REQUIRE(greet(shop, wish("k1")).how == How::ran);
  shop.wait(hours(73));
  CHECK(greet(shop, wish("k1")).how == How::key_expired);
  (void)shop.engine().reap(true);
  CHECK(greet(shop, wish("k1")).how == How::key_expired);
  CHECK(lines(shop) == 1);
}

TEST_CASE("a reply too long to keep is told once, and then that it is gone") {
  Shop shop;
  const auto talk = [](Tx&) { return std::string(70'000, 'x'); };
  CHECK(idempotently(shop.till().ledger, shop.world, wish("k1"), talk).reply.size() == 70'000);
  CHECK(idempotently(shop.till().ledger, shop.world, wish("k1"), talk).how == How::reply_gone);
}

TEST_CASE("a caller's own tables are no change of the schema, and a trigger of theirs is") {
  Shop shop;
  make_diary(shop);
  shop.store().atomically([&](Tx& tx) { tx.execute("CREATE INDEX x_by_line ON x_diary (line)"); });
  const std::string wanted = ledger_schema(true, shop.till().ledger.settings());
  CHECK(reconciliation::compare_schema(shop.store().schema_text(), wanted).broken == 0);
  shop.store().atomically([&](Tx& tx) {
    tx.execute("CREATE TRIGGER x_spy AFTER INSERT ON voucher BEGIN INSERT INTO x_diary VALUES (NEW.kind); END");
  });
  CHECK(reconciliation::compare_schema(shop.store().schema_text(), wanted).broken == 1);
}
