// Trouble with the file: nothing is half done, and the next request on the same handle is served.

#include <doctest/doctest.h>

#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

TEST_CASE("a request that met a busy file changed nothing, and the same handle serves it afterwards") {  // B151
  Shop shop;
  shop.order("o1");
  auto other = shop.another_till();  // waits for nobody
  shop.store().atomically([&](Tx& tx) {
    tx.execute("UPDATE series SET next = next WHERE 0");
    for (const Request& request : {paying("o1", "k1"), charging("o1", "k1"), topping_up("bob", 1, "t1")}) {
      try {
        (void)other->engine.ask(request);
        FAIL_CHECK("it was served while the file was held");
      } catch (const StorageTrouble& met) {
        CHECK(met.kind() == StorageTrouble::Kind::busy);
      }
    }
  });
  CHECK(other->engine.ask(charging("o1", "k1")).outcome == Outcome::paid);
  CHECK(shop.topup("bob", 1, "t1").outcome == Outcome::booked);
  CHECK(shop.moved().size() == 1);
  CHECK(shop.reconcile().empty());
}

TEST_CASE("a file that is full on completion keeps neither business rows nor an answer") {  // case 9
  Shop shop;
  shop.order("o1");
  const auto vouchers = shop.number("SELECT count(*) FROM voucher");
  // As many pages as there are: the next one is refused, as on a full disk.
  shop.reopen();
  shop.store().reading([](View& view) {
    std::int64_t pages = 0;
    view.each_of("PRAGMA page_count", [&](const Row& row) { pages = row.integer(0); });
    view.each_of("PRAGMA max_page_count = " + std::to_string(pages), [](const Row&) {});
  });
  bool refused = false;
  int booked = 0;
  for (int i = 0; i < 500 && !refused; ++i) {
    try {
      const Reply reply = shop.topup("bob", 1, "fill" + std::to_string(i) + std::string(200, 'x'));
      CHECK(reply.outcome == Outcome::booked);
      ++booked;
    } catch (const StorageTrouble& met) {
      refused = true;
      CHECK(met.kind() == StorageTrouble::Kind::full);
    }
  }
  CHECK(refused);
  CHECK(shop.number("SELECT count(*) FROM voucher") == vouchers + booked);
  CHECK(shop.number("SELECT count(*) FROM idempotency_key WHERE key GLOB 'fill*'") == booked);
  CHECK(shop.balance("bob") == booked);
  shop.reopen();  // space has come
  CHECK(shop.retry().outcome == Outcome::booked);
  CHECK(shop.balance("bob") == booked + 1);
  CHECK(shop.reconcile().empty());
}

TEST_CASE("a failure in the middle that somebody swallows loses the whole transaction") {  // B157
  Shop shop;
  shop.order("o1");
  const auto before = shop.number("SELECT count(*) FROM voucher");
  CHECK_THROWS_AS(shop.store().atomically([&](Tx& tx) {
    tx.execute("UPDATE orders SET status = 'paying', version = version + 1 WHERE order_no = 'o1'");
    try {
      tx.execute("UPDATE orders SET status = 'created', version = version + 1 WHERE order_no = 'o1'");
    } catch (const StorageTrouble&) {}
    tx.execute("UPDATE orders SET status = 'closing', version = version + 1 WHERE order_no = 'o1'");
  }),
                  StorageTrouble);
  CHECK(shop.status("o1") == "created");
  CHECK(shop.number("SELECT count(*) FROM voucher") == before);
  CHECK(shop.pay("o1", "k1").outcome == Outcome::paid);
}

TEST_CASE("what was acknowledged is there when the file is opened again, alone or with its side files") {  // B149
  Shop shop;
  for (int i = 0; i < 100; ++i) REQUIRE(shop.topup("bob", 1, "t" + std::to_string(i)).outcome == Outcome::booked);
  TempFolder elsewhere;
  CHECK_FALSE(shop.store().copy_to(elsewhere / "copy.db").has_value());
  shop.close();
  std::filesystem::copy_file(shop.folder() / "shop.db", elsewhere / "moved.db");
  for (const char* name : {"copy.db", "moved.db"}) {
    CAPTURE(name);
    auto ledger = Ledger::open(elsewhere / name, {.durable = false});
    REQUIRE(ledger.has_value());
    Ledger opened = std::move(ledger).value();
    std::int64_t count = 0;
    opened.store().reading([&](View& view) {
      view.each_of("SELECT count(*) FROM voucher WHERE business_key GLOB 'topup-key*'",
                   [&](const Row& row) { count = row.integer(0); });
    });
    CHECK(count == 101);
  }
}

TEST_CASE("a request the edge has not checked is our own mistake, met before anything is written") {
  Shop shop;
  Request nothing = topping_up("bob", 1, "k1");
  nothing.amount.reset();
  CHECK_THROWS(shop.ask(nothing));
  CHECK_THROWS(shop.topup("bob", 0, "k2"));
  CHECK_THROWS(shop.topup("bob", -5, "k3"));
  CHECK_THROWS(shop.topup("bob", amount_cap_minor + 1, "k4"));
  CHECK_THROWS(shop.transfer("bob", "bob", 1, "k5"));
  CHECK(shop.number("SELECT count(*) FROM idempotency_key") == 1);
}

TEST_CASE(
    "an interrupted claim of a finished request in the middle of a transaction is found by the next as not begun") {  // case 2
  Shop shop;
  shop.order("o1");
  for (const Step step : {Step::book_tx, Step::key_finish}) {
    CHECK(shop.crash_at(step, paying("o1", "k1")).killed);
    CHECK(shop.number("SELECT count(*) FROM idempotency_key WHERE key = 'k1'") == 0);
    CHECK(shop.status("o1") == "created");
  }
  CHECK(shop.pay("o1", "k1").outcome == Outcome::paid);
  CHECK(shop.reconcile().empty());
}

TEST_CASE("killed after the commit and before the reply, the retry replays what was never heard") {  // cases 3 and 19
  for (const bool outside : {false, true}) {
    Shop shop;
    shop.order("o1");
    CHECK(shop.crash_at(Step::reply_send, outside ? charging("o1", "k1") : paying("o1", "k1")).killed);
    const Reply reply = shop.retry();
    CHECK(reply.replayed);
    CHECK(reply.outcome == Outcome::paid);
    CHECK(reply.answer == shop.text("SELECT answer FROM idempotency_key WHERE key = 'k1'"));
    CHECK(shop.reconcile().empty());
  }
}
