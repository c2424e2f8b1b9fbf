// The machine stops in the middle of a write, or comes back with yesterday's disk.

#include <doctest/doctest.h>

#include <fstream>

#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

namespace fs = std::filesystem;

void cut_copy(const fs::path& from, const fs::path& to, std::uintmax_t bytes) {
  std::string text = contents(from);
  text.resize(bytes);
  std::ofstream(to, std::ios::binary) << text;
}

}  // namespace

TEST_CASE(
    "a log torn at any place holds every payment acknowledged before the tear, whole, and none by half") {  // case 8
  Shop shop;
  const fs::path log = shop.folder() / "shop.db-wal";
  constexpr int payments = 12;
  std::vector<std::uintmax_t> acknowledged;
  std::vector<Reply> replies;
  for (int i = 0; i < payments; ++i) {
    const std::string order = "o" + std::to_string(i);
    shop.order(order, 100 + i);
    replies.push_back(shop.pay(order, "k" + std::to_string(i)));
    REQUIRE(replies.back().outcome == Outcome::paid);
    acknowledged.push_back(fs::file_size(log));
  }
  const std::uintmax_t whole = fs::file_size(log);
  REQUIRE(whole > 10'000);
  REQUIRE(acknowledged.front() < whole);
  constexpr int cuts = 60;
  for (int cut = 0; cut <= cuts; ++cut) {
    // Every other cut lies a few bytes before the end of an acknowledged commit, where a tear is worst.
    std::uintmax_t bytes = whole * static_cast<std::uintmax_t>(cut) / cuts;
    if (cut % 2 == 1)
      bytes = acknowledged[static_cast<std::size_t>(cut / 2 % payments)] - 1 - static_cast<unsigned>(cut) % 3;
    CAPTURE(bytes);
    TempFolder torn;
    fs::copy_file(shop.folder() / "shop.db", torn / "shop.db");
    cut_copy(log, torn / "shop.db-wal", bytes);
    Ledger ledger = [&] {
      auto opened = Ledger::open(torn / "shop.db", {.durable = false});
      REQUIRE(opened.has_value());
      return std::move(opened).value();
    }();
    Engine engine(ledger, shop.world, [](const std::string&) -> Channel* { return nullptr; });
    std::int64_t paid = 0;
    std::int64_t vouchers = 0;
    std::int64_t keys = 0;
    ledger.store().reading([&](View& view) {
      view.each_of("SELECT count(*) FROM orders WHERE status = 'paid'", [&](const Row& row) { paid = row.integer(0); });
      view.each_of("SELECT count(*) FROM voucher WHERE kind = 'pay'",
                   [&](const Row& row) { vouchers = row.integer(0); });
      view.each_of("SELECT count(*) FROM idempotency_key WHERE key GLOB 'k*'",
                   [&](const Row& row) { keys = row.integer(0); });
    });
    CHECK(paid == vouchers);
    CHECK(paid == keys);
    for (std::size_t i = 0; i < acknowledged.size(); ++i) {
      if (acknowledged[i] > bytes) continue;
      const Reply again = engine.ask(paying("o" + std::to_string(i), "k" + std::to_string(i)));
      CHECK(again.replayed);
      CHECK(again.answer == replies[i].answer);
    }
  }
}

TEST_CASE(
    "a ledger restored from yesterday's copy is told apart from the acquirer's books before it is used") {  // case 50
  Shop shop;
  shop.order("o1");
  CHECK(shop.charge("o1", "k1").outcome == Outcome::paid);
  shop.order("o2");
  TempFolder yesterday;
  REQUIRE_FALSE(shop.store().copy_to(yesterday / "copy.db").has_value());
  CHECK(shop.reconcile().empty());
  CHECK(shop.charge("o2", "k2").outcome == Outcome::paid);
  CHECK(shop.reconcile().empty());
  shop.close();
  fs::copy_file(yesterday / "copy.db", shop.folder() / "shop.db", fs::copy_options::overwrite_existing);
  const auto findings = shop.reconcile();
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].find("unknown to the book") != std::string::npos);
  // The reference follows from the order: the acquirer knows it again, and the payment is made good without a second charge.
  CHECK(shop.charge("o2", "k2").outcome == Outcome::paid);
  CHECK(shop.moved().size() == 2);
  CHECK(shop.reconcile().empty());
}

TEST_CASE("an amount has one meaning however it was spelt, and one unit more is another request") {  // cases 30, 31
  Shop shop;
  const auto spelt = [](std::string_view text) {
    Request request = topping_up("bob", 1, "k1");
    request.amount = *Money::parse("amount", text);
    return request;
  };
  CHECK(shop.ask(spelt("CNY 100")).outcome == Outcome::booked);
  for (const char* text : {"CNY 100.00", "100.0 CNY", "100 CNY", "CNY 0100"}) {
    CAPTURE(text);
    if (Money::parse("amount", text)) CHECK(shop.ask(spelt(text)).replayed);
  }
  CHECK(shop.ask(spelt("CNY 100.01")).outcome == Outcome::key_reused);
  Request largest = topping_up("shop", amount_cap_minor, "k2");
  CHECK(shop.ask(largest).outcome == Outcome::booked);
  largest.amount = cny(amount_cap_minor - 1);  // the two would be told apart by no smaller float than a double
  CHECK(shop.ask(largest).outcome == Outcome::key_reused);
  CHECK(shop.balance("bob") == 10'000);
}

TEST_CASE(
    "what is no part of a request is no part of its fingerprint: a later try with the same key is a replay") {  // B011, B104
  Shop shop;
  shop.order("o1");
  const Reply first = shop.charge("o1", "K-11");
  shop.wait(seconds(5));         // another time
  shop.reopen();                 // another process
  shop.world.move_to_host("b");  // another machine
  const Reply again = shop.charge("o1", "K-11");
  CHECK(again.replayed);
  CHECK(again.answer == first.answer);
  Request cheaper = charging("o1", "K-11");
  cheaper.amount = cny(8'900);
  CHECK(shop.ask(cheaper).outcome == Outcome::key_reused);
  CHECK(shop.moved().size() == 1);
}
