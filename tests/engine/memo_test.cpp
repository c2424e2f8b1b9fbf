// Memo accounts note what is agreed, and hold no money.

#include <doctest/doctest.h>

#include "ledger/journal/account.hpp"
#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

TEST_CASE("no money goes into a memo account, and none comes out of it") {
  Shop shop;
  shop.store().atomically([&](Tx& tx) {
    REQUIRE(journal::open_account(tx, "note", journal::AccountClass::memo, *Currency::parse("currency", "CNY"),
                                  journal::Limit::none, shop.world.wall_ns()));
  });
  const auto before = shop.balance("alice");
  for (const Reply& refused : {shop.transfer("alice", "note", 100, "to"), shop.transfer("note", "alice", 100, "from"),
                               shop.topup("note", 100, "up")}) {
    CHECK(refused.outcome == Outcome::declined);
    CHECK(refused.answer.find("memo_account") != std::string::npos);
  }
  CHECK(shop.balance("alice") == before);
  CHECK(shop.reconcile().empty());
}
