// The fourth layer: one fact, one voucher, for ever, by whatever path it is booked.

#include <doctest/doctest.h>

#include "ledger/journal/book.hpp"
#include "ledger/journal/posting.hpp"
#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

/// A program that books the fact of an order's payment without asking any layer: as a transfer, since a payment's voucher is
/// written only together with its order.
std::string book_by_another_path(Shop& shop, const std::string& order) {
  return shop.store().atomically([&](Tx& tx) {
    const auto found = orders::find_order(tx, order);
    const journal::Draft draft =
        journal::Pen(tx, shop.ledger().rules(), shop.world.wall_ns())
            .draft(journal::Event::transferred, journal::payment_fact(order),
                   {{journal::Role::account, found->buyer_id}, {journal::Role::other, found->payee_id}}, found->due);
    return journal::book(tx, draft, shop.world.wall_ns()).number;
  });
}

}  // namespace

TEST_CASE("a payment booked by another path is found by its fact, and the order is not charged") {
  for (const bool outside : {false, true}) {
    CAPTURE(outside);
    Shop shop;
    shop.order("o1");
    const std::string number = book_by_another_path(shop, "o1");
    const Reply reply = shop.ask(outside ? charging("o1", "k1") : paying("o1", "k1"));
    CHECK(reply.outcome == Outcome::already_paid);
    CHECK(reply.answered_by == Layer::unique_constraint);
    CHECK(voucher_in(reply) == number);
    CHECK(shop.balance("alice") == 90'000);
    CHECK(shop.moved().empty());
    CHECK(shop.retry().replayed);
  }
}

TEST_CASE("a fact booked by another path while the channel was asked: the money is owed back, not booked twice") {
  Shop shop;
  shop.order("o1");
  struct Meanwhile : VirtualWorld {
    std::function<void()> at_answer;
    void step(Step step) override {
      if (step == Step::channel_answer && at_answer) std::exchange(at_answer, nullptr)();
    }
  } world;
  Till mine(shop.folder(), world, {});
  world.at_answer = [&] { (void)book_by_another_path(shop, "o1"); };
  CHECK(mine.engine.ask(charging("o1", "k1")).outcome == Outcome::out_of_order);
  CHECK(shop.number("SELECT count(*) FROM voucher WHERE business_key = 'o1.pay.1'") == 1);
  CHECK(shop.balance("2160.CNY") == 10'000);
  (void)shop.recover();
  CHECK(shop.balance("2160.CNY") == 0);
  CHECK(shop.moved(Movement::refund).size() == 1);
  CHECK(shop.balance("shop") == 10'000);
}

TEST_CASE("a client's own number for a top-up books once under any key") {  // B109
  Shop shop;
  const Reply first = shop.topup("bob", 5'000, "k1", "bank/2026-0001");
  CHECK(first.outcome == Outcome::booked);
  for (int i = 2; i < 6; ++i) {
    const Reply again = shop.topup("bob", 5'000, "k" + std::to_string(i), "bank/2026-0001");
    CHECK(again.outcome == Outcome::already_booked);
    CHECK(again.answered_by == Layer::unique_constraint);
    CHECK(voucher_in(again) == voucher_in(first));
  }
  CHECK(shop.topup("bob", 5'000, "k9", "bank/2026-0002").outcome == Outcome::booked);
  CHECK(shop.balance("bob") == 10'000);
  CHECK(shop.reconcile().empty());
}

TEST_CASE("a reference of another tenant or another command is another fact") {
  Shop shop;
  CHECK(shop.topup("bob", 100, "k1", "same").outcome == Outcome::booked);
  Request other = topping_up("bob", 100, "k1", "same");
  other.tenant = *Tenant::parse("tenant", "other");
  CHECK(shop.ask(other).outcome == Outcome::booked);
  Request transfer = transferring("bob", "shop", 100, "k2");
  transfer.reference = *Reference::parse("ref", "same");
  CHECK(shop.ask(transfer).outcome == Outcome::booked);
  CHECK(shop.balance("bob") == 100);
}

TEST_CASE("a client's own number for a refund gives back once under any key") {  // B069
  for (const bool outside : {false, true}) {
    CAPTURE(outside);
    Shop shop;
    shop.order("o1");
    (void)shop.ask(outside ? charging("o1", "k1") : paying("o1", "k1"));
    const Reply first = shop.refund("o1", 1'000, "r1", "RMA-7");
    CHECK(first.outcome == Outcome::refunded);
    const Reply again = shop.refund("o1", 1'000, "r2", "RMA-7");
    CHECK(again.outcome == Outcome::already_booked);
    CHECK(voucher_in(again) == voucher_in(first));
    CHECK(shop.number("SELECT refunded FROM orders") == 1'000);
    CHECK(shop.moved(Movement::refund).size() == (outside ? 1u : 0u));
    CHECK(shop.reconcile().empty());
  }
}

TEST_CASE("two refunds under two keys without a number are two refunds") {
  Shop shop;
  shop.order("o1");
  (void)shop.pay("o1", "k1");
  CHECK(shop.refund("o1", 1'000, "r1").outcome == Outcome::refunded);
  CHECK(shop.refund("o1", 1'000, "r2").outcome == Outcome::refunded);
  CHECK(shop.number("SELECT refunded FROM orders") == 2'000);
}

TEST_CASE("no answer to a duplicate speaks of databases") {  // product.md: never "UNIQUE constraint failed"
  Shop shop;
  shop.order("o1");
  (void)book_by_another_path(shop, "o1");
  for (const char* key : {"k1", "k2"}) {
    const std::string told = to_json(shop.pay("o1", key));
    for (const char* word : {"UNIQUE", "constraint failed", "SQLITE", "locked"}) {
      CAPTURE(word);
      CHECK(told.find(word) == std::string::npos);
    }
  }
}
