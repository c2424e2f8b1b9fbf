// The first layer: what is told to a repeat, and what is stored.

#include <doctest/doctest.h>

#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

TEST_CASE("a repeat is told the first answer, byte for byte, with its stored status") {
  Shop shop;
  shop.order("o1");
  const Reply first = shop.pay("o1", "k1");
  CHECK(first.outcome == Outcome::paid);
  CHECK_FALSE(first.replayed);
  shop.wait(hours(1));
  const Reply second = shop.retry();
  CHECK(second.replayed);
  CHECK(second.answered_by == Layer::idempotency_key);
  CHECK(second.answer == first.answer);
  CHECK(second.http_status == 201);
  CHECK(shop.balance("alice") == 90'000);
  CHECK(shop.reconcile().empty());
}

TEST_CASE("a replay is still the first answer after the order has moved on") {  // case 43
  Shop shop;
  shop.order("o1");
  const Reply first = shop.pay("o1", "k1");
  CHECK(shop.ship("o1").outcome == Outcome::shipped);
  CHECK(shop.refund("o1", 10'000, "r1").outcome == Outcome::refunded);
  CHECK(shop.status("o1") == "refunded");
  const Reply again = shop.pay("o1", "k1");
  CHECK(again.replayed);
  CHECK(again.answer == first.answer);
}

TEST_CASE("the status of a replay is the stored one, whatever today's program would say") {
  Shop shop;
  shop.order("o1");
  (void)shop.pay("o1", "k1");
  shop.store().atomically([](Tx& tx) {
    tx.execute("DROP TRIGGER idempotency_key_keeps_its_meaning");
    tx.execute("UPDATE idempotency_key SET http_status = 299 WHERE key = 'k1'");
  });
  CHECK(shop.retry().http_status == 299);
}

TEST_CASE("a key reused for anything else is refused and told what differs, never the first answer") {  // B098
  Shop shop;
  shop.order("o1");
  shop.order("o2");
  const Reply first = shop.pay("o1", "k1");
  Request other_amount = paying("o1", "k1");
  other_amount.amount = cny(11'000);
  Request other_version = paying("o1", "k1");
  other_version.if_version = 1;
  const std::pair<Request, std::string> cases[] = {
      {paying("o2", "k1"), "target"},
      {other_amount, "body"},
      {other_version, "body"},
      {charging("o1", "k1"), "body"},
      {refunding("o1", 5, "k1"), "route"},
      {topping_up("alice", 5, "k1"), "route"},
  };
  for (const auto& [request, part] : cases) {
    CAPTURE(part);
    const Reply reply = shop.ask(request);
    CHECK(reply.outcome == Outcome::key_reused);
    CHECK(reply.http_status == 422);
    CHECK_FALSE(reply.retryable);
    CHECK(reason_in(reply) == part);
    CHECK(reply.answer.find(voucher_in(first)) == std::string::npos);
  }
  CHECK(shop.pay("o1", "k1").answer == first.answer);
  CHECK(shop.balance("alice") == 90'000);
}

TEST_CASE("an amount of another currency under the same key is refused") {  // B098
  Shop shop;
  shop.order("o1");
  Request in_yuan = paying("o1", "k1");
  in_yuan.amount = cny(10'000);
  CHECK(shop.ask(in_yuan).outcome == Outcome::paid);
  Request in_dollars = paying("o1", "k1");
  in_dollars.amount = Money(10'000, *Currency::parse("currency", "USD"));
  CHECK(shop.ask(in_dollars).outcome == Outcome::key_reused);
}

TEST_CASE("one key of two tenants is two keys, and each sees only its own answer") {  // case 25, B100
  Shop shop;
  shop.order("o1", 900);
  shop.order("o2", 800);
  const Reply mine = shop.ask(paying("o1", "1", "m1"));
  const Reply yours = shop.ask(paying("o2", "1", "m2"));
  CHECK(mine.outcome == Outcome::paid);
  CHECK(yours.outcome == Outcome::paid);
  CHECK(shop.ask(paying("o1", "1", "m1")).answer == mine.answer);
  CHECK(shop.ask(paying("o2", "1", "m2")).answer == yours.answer);
  CHECK(mine.answer != yours.answer);
  CHECK(shop.balance("alice") == 100'000 - 1'700);
}

TEST_CASE("tenant and key cannot be shifted into each other") {
  Shop shop;
  shop.order("o1", 900);
  shop.order("o2", 800);
  CHECK(shop.ask(paying("o1", "bc", "a")).outcome == Outcome::paid);
  CHECK(shop.ask(paying("o2", "c", "ab")).outcome == Outcome::paid);
}

TEST_CASE("keys that differ only in case are two keys") {  // case 23
  Shop shop;
  CHECK(shop.topup("alice", 100, "Key-A").outcome == Outcome::booked);
  CHECK(shop.topup("alice", 100, "key-a").outcome == Outcome::booked);
  CHECK(shop.topup("alice", 100, "Key-A").replayed);
  CHECK(shop.balance("alice") == 100'200);
}

TEST_CASE("a key that looks like SQL or a path is plain data") {  // case 29
  Shop shop;
  const std::string keys[] = {
      "'/**/OR/**/1=1--",    "x');DROP/**/TABLE/**/idempotency_key;--", "../../etc/passwd", "%s%n", ":key", "?1",
      std::string(255, '\'')};
  std::int64_t expected = 100'000;
  for (const std::string& key : keys) {
    CAPTURE(key);
    const auto parsed = IdempotencyKey::parse("key", key.find(';') == std::string::npos ? key : '"' + key + '"', 1);
    REQUIRE(parsed.has_value());
    Request request = topping_up("alice", 1, "x");
    request.key = *parsed;
    CHECK(shop.ask(request).outcome == Outcome::booked);
    CHECK(shop.ask(request).replayed);
    CHECK(shop.balance("alice") == ++expected);
  }
  CHECK(shop.number("SELECT count(*) FROM idempotency_key WHERE key = ':key'") == 1);
}

TEST_CASE("quoted and bare are one key") {  // case 21
  Shop shop;
  shop.order("o1");
  Request quoted = paying("o1", "x");
  quoted.key = *IdempotencyKey::parse("key", "\"abcdefghijklmnop\"", 16);
  CHECK(shop.ask(quoted).outcome == Outcome::paid);
  CHECK(shop.pay("o1", "abcdefghijklmnop").replayed);
}

TEST_CASE("a refusal by the business is final: the same key is refused again, a new key runs") {  // case 38, B096, B102
  Shop shop(Shop::Terms{.alice = 500});
  shop.open_account("t1");
  const Reply refused = shop.transfer("alice", "bob", 1'000, "T-102");
  CHECK(refused.outcome == Outcome::declined);
  CHECK(reason_in(refused) == "insufficient_funds");
  CHECK(shop.topup("alice", 4'500, "fund").outcome == Outcome::booked);
  shop.wait(minutes(5));
  const Reply again = shop.transfer("alice", "bob", 1'000, "T-102");
  CHECK(again.replayed);
  CHECK(again.answer == refused.answer);
  CHECK(again.http_status == 402);
  CHECK(shop.balance("alice") == 5'000);
  CHECK(shop.transfer("alice", "bob", 1'000, "T-103").outcome == Outcome::booked);
  CHECK(shop.balance("alice") == 4'000);
  CHECK(shop.reconcile().empty());
}

TEST_CASE("a decline of the channel is stored and replayed, and the channel is not asked again") {
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::decline);
  const Reply declined = shop.charge("o1", "k1");
  CHECK(declined.outcome == Outcome::declined);
  const Reply again = shop.retry();
  CHECK(again.replayed);
  CHECK(again.answer == declined.answer);
  CHECK(shop.moved().empty());
  shop.wait(seconds(6));
  CHECK(shop.charge("o1", "k2").outcome == Outcome::paid);
  CHECK(shop.reconcile().empty());
}

TEST_CASE("what came to nothing is not stored: the same key, corrected, runs") {  // case 37, R13, B095
  Shop shop;
  CHECK(shop.pay("o1", "k1").outcome == Outcome::order_unknown);
  CHECK(shop.number("SELECT count(*) FROM idempotency_key WHERE key = 'k1'") == 0);
  shop.order("o1");
  Request wrong = paying("o1", "k1");
  wrong.amount = cny(9'999);
  CHECK(shop.ask(wrong).outcome == Outcome::amount_mismatch);
  Request stale = paying("o1", "k1");
  stale.if_version = 7;
  CHECK(shop.ask(stale).outcome == Outcome::version_mismatch);
  CHECK(shop.ask(transferring("alice", "nobody", 1, "k1")).outcome == Outcome::account_unknown);
  CHECK(shop.pay("o1", "k1").outcome == Outcome::paid);
}

TEST_CASE("a channel that was not reached leaves the key free, and the retry runs") {
  Shop shop;
  shop.order("o1");
  shop.bank().script(Behaviour::down);
  const Reply down = shop.charge("o1", "k1");
  CHECK(down.outcome == Outcome::unavailable);
  CHECK(down.http_status == 503);
  CHECK(down.retryable);
  CHECK(shop.number("SELECT count(*) FROM idempotency_key WHERE key = 'k1'") == 0);
  CHECK(shop.retry().outcome == Outcome::paid);
  CHECK(shop.moved().size() == 1);
  CHECK(shop.reconcile().empty());
}

TEST_CASE(
    "an answer too large to keep is told once, and the retry learns that it is gone and nothing runs again") {  // case 41, R16
  Shop::Terms terms;
  terms.settings.answer_cap_bytes = 40;
  Shop shop(terms);
  shop.order("o1");
  const Reply first = shop.pay("o1", "k1");
  CHECK(first.outcome == Outcome::paid);
  CHECK(first.answer.size() > 40);
  const Reply again = shop.retry();
  CHECK(again.outcome == Outcome::response_gone);
  CHECK(again.http_status == 422);
  CHECK_FALSE(again.replayed);
  CHECK(shop.retry().outcome == Outcome::response_gone);
  CHECK(shop.balance("alice") == 90'000);
  CHECK(shop.number("SELECT count(*) FROM idempotency_key WHERE answer IS NOT NULL AND key = 'k1'") == 0);
}

TEST_CASE("the schema refuses to change a stored answer, a fingerprint or a fence that falls") {
  Shop shop;
  shop.order("o1");
  (void)shop.pay("o1", "k1");
  for (const char* change : {"answer = '{}'", "outcome = 'declined'", "fingerprint = zeroblob(48)", "fence = 0",
                             "state = 'in_progress'", "tenant = 'other'", "done_at_ns = 1"}) {
    CAPTURE(change);
    const std::string sql = std::string("UPDATE idempotency_key SET ") + change + " WHERE key = 'k1'";
    CHECK_THROWS_AS(shop.store().atomically([&](Tx& tx) { tx.execute(sql); }), StorageTrouble);
  }
}

TEST_CASE("a fingerprint is keyed by the file: the same request in two ledgers has two") {  // R6
  Shop one(Shop::Terms{.seed = 1});
  Shop two(Shop::Terms{.seed = 2});
  for (Shop* shop : {&one, &two}) {
    shop->order("o1");
    (void)shop->pay("o1", "k1");
  }
  const char* print = "SELECT hex(fingerprint) FROM idempotency_key WHERE key = 'k1'";
  CHECK(one.text(print) != two.text(print));
  CHECK(one.text("SELECT fp_alg FROM idempotency_key WHERE key = 'k1'") == "1");
}
