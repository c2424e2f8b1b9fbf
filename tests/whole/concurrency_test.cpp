// Real processes, all at once, on one ledger and one acquirer.

#include <doctest/doctest.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <set>
#include <thread>

#include "tests/store/processes.hpp"
#include "tests/support/seed.hpp"
#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

constexpr std::size_t many = 64;

struct Told {
  Outcome outcome = Outcome::in_progress;
  bool replayed = false;
  std::string voucher;
};

/// What each process was told. Every one opens the files for itself, waits until all are there, and asks.
std::vector<Told> at_once(Shop& shop, std::size_t count, const std::function<Reply(Till&, std::size_t)>& work) {
  shop.close();
  struct Line {
    unsigned char outcome;
    bool replayed;
    char voucher[24];
  };
  int told[2];
  int gate[2];
  REQUIRE(pipe(told) == 0);
  REQUIRE(pipe(gate) == 0);
  std::vector<pid_t> children;
  for (std::size_t i = 0; i < count; ++i) {
    children.push_back(start_process([&] {
      ::close(gate[1]);
      Till till(shop.folder(), shop.world, seconds(60));
      char byte = 0;
      [[maybe_unused]] const ssize_t opened = read(gate[0], &byte, 1);  // ends when the parent closes the gate
      const Reply reply = work(till, i);
      Line line{static_cast<unsigned char>(reply.outcome), reply.replayed, {}};
      voucher_in(reply).copy(line.voucher, sizeof line.voucher - 1);
      return write(told[1], &line, sizeof line) == static_cast<ssize_t>(sizeof line) ? 0 : 1;
    }));
  }
  ::close(gate[0]);
  ::close(gate[1]);
  ::close(told[1]);
  std::vector<Told> all;
  Line line{};
  while (read(told[0], &line, sizeof line) == static_cast<ssize_t>(sizeof line)) {
    all.push_back({static_cast<Outcome>(line.outcome), line.replayed, line.voucher});
  }
  ::close(told[0]);
  for (const pid_t child : children) CHECK(end_of(child) == 0);
  REQUIRE(all.size() == count);
  return all;
}

void expect_clean(Shop& shop) {
  for (const std::string& finding : shop.reconcile()) FAIL_CHECK(finding);
}

std::int64_t times(const std::vector<Told>& all, Outcome outcome, bool replayed) {
  return std::count_if(all.begin(), all.end(),
                       [&](const Told& told) { return told.outcome == outcome && told.replayed == replayed; });
}

}  // namespace

TEST_CASE("64 processes with one key pay an order once, and each is told the same voucher") {  // case 10, B007
  Shop shop;
  shop.order("o1");
  const auto all = at_once(shop, many, [](Till& till, std::size_t) { return till.engine.ask(paying("o1", "k1")); });
  CHECK(times(all, Outcome::paid, false) == 1);
  CHECK(times(all, Outcome::paid, true) == many - 1);
  CHECK(std::set<std::string>{"PAY-2026-000001"} == [&] {
    std::set<std::string> vouchers;
    for (const Told& told : all) vouchers.insert(told.voucher);
    return vouchers;
  }());
  CHECK(shop.balance("alice") == 90'000);
  expect_clean(shop);
}

TEST_CASE("64 processes with one key charge once, and each is told paid or to come later") {  // case 10
  Shop shop;
  shop.order("o1");
  const auto all = at_once(shop, many, [](Till& till, std::size_t) { return till.engine.ask(charging("o1", "k1")); });
  CHECK(times(all, Outcome::paid, false) == 1);
  CHECK(times(all, Outcome::paid, true) + times(all, Outcome::in_progress, false) == many - 1);
  CHECK(shop.moved().size() == 1);
  CHECK(shop.number("SELECT count(*) FROM voucher WHERE kind = 'pay'") == 1);
  CHECK(shop.charge("o1", "k1").replayed);
  expect_clean(shop);
}

TEST_CASE("64 processes with 64 keys pay once, and afterwards each key names the first voucher") {  // B001, B009
  for (const bool outside : {false, true}) {
    CAPTURE(outside);
    Shop shop;
    shop.order("o1");
    const auto ask = [outside](std::size_t i) {
      const std::string key = "k" + std::to_string(i);
      return outside ? charging("o1", key) : paying("o1", key);
    };
    const auto all = at_once(shop, many, [&](Till& till, std::size_t i) { return till.engine.ask(ask(i)); });
    CHECK(times(all, Outcome::paid, false) == 1);
    CHECK(times(all, Outcome::later, false) + times(all, Outcome::in_progress, false) +
              times(all, Outcome::already_paid, false) ==
          many - 1);
    for (const Told& told : all) {
      if (told.outcome == Outcome::paid || told.outcome == Outcome::already_paid)
        CHECK(told.voucher == "PAY-2026-000001");
    }
    shop.wait(seconds(6));
    int paid = 0;
    for (std::size_t i = 0; i < many; ++i) {
      const Reply again = shop.ask(ask(i));
      paid += again.outcome == Outcome::paid ? 1 : 0;
      CHECK((again.outcome == Outcome::already_paid || (again.outcome == Outcome::paid && again.replayed)));
      CHECK(voucher_in(again) == "PAY-2026-000001");
    }
    CHECK(paid == 1);
    CHECK(shop.moved().size() == (outside ? 1u : 0u));
    CHECK(shop.number("SELECT count(*) FROM voucher WHERE kind = 'pay'") == 1);
    expect_clean(shop);
  }
}

TEST_CASE("without the window 64 keys still pay once: losing that layer changes no outcome") {  // case 55
  Shop::Terms terms;
  terms.settings.set(Layer::dedup_window, Guard::off);
  Shop shop(terms);
  shop.order("o1");
  const auto all = at_once(
      shop, many, [](Till& till, std::size_t i) { return till.engine.ask(charging("o1", "k" + std::to_string(i))); });
  CHECK(times(all, Outcome::paid, false) == 1);
  CHECK(times(all, Outcome::later, false) == 0);
  CHECK(shop.moved().size() == 1);
  expect_clean(shop);
}

namespace {

/// Two processes, round after round, in step by the number of rounds each has done. The last word is the file's.
void two_hundred_rounds(Shop& shop, const std::function<void(Till&, int who, int round)>& work) {
  shop.close();
  std::array<std::array<int, 2>, 2> pipes{};
  for (auto& ends : pipes) REQUIRE(pipe(ends.data()) == 0);
  std::vector<pid_t> children;
  for (int who = 0; who < 2; ++who) {
    children.push_back(start_process([&, who] {
      Till till(shop.folder(), shop.world, seconds(60));
      const auto mine = static_cast<std::size_t>(who);
      char byte = 0;
      for (int round = 0; round < 200; ++round) {
        if (write(pipes[1 - mine][1], "!", 1) != 1 || read(pipes[mine][0], &byte, 1) != 1) return 1;
        work(till, who, round);
      }
      return 0;
    }));
  }
  for (const pid_t child : children) CHECK(end_of(child) == 0);
  for (auto& ends : pipes) {
    ::close(ends[0]);
    ::close(ends[1]);
  }
}

std::string numbered(const char* word, int n) { return word + std::to_string(n); }

}  // namespace

TEST_CASE("two refunds of 60 on 100 at once: one is accepted, 200 times") {  // B067
  for (const bool outside : {false, true}) {
    CAPTURE(outside);
    Shop shop(Shop::Terms{.alice = 10'000'000});
    for (int round = 0; round < 200; ++round) {
      shop.order(numbered("o", round), 10'000);
      const Request request = outside ? charging(numbered("o", round), numbered("p", round))
                                      : paying(numbered("o", round), numbered("p", round));
      REQUIRE(shop.ask(request).outcome == Outcome::paid);
    }
    two_hundred_rounds(shop, [](Till& till, int who, int round) {
      const Reply reply =
          till.engine.ask(refunding(numbered("o", round), 6'000, numbered(who == 0 ? "a" : "b", round)));
      if (reply.outcome != Outcome::refunded && reply.outcome != Outcome::over_refund)
        throw std::runtime_error("outcome");
    });
    CHECK(shop.number("SELECT count(*) FROM orders WHERE refunded = 6000 AND refund_reserved = 0") == 200);
    CHECK(shop.number("SELECT count(*) FROM refund WHERE status = 'succeeded'") == 200);
    CHECK(shop.moved(Movement::refund).size() == (outside ? 200u : 0u));
    CHECK(shop.number("SELECT count(*) FROM idempotency_key WHERE outcome = 'over_refund'") == 200);
    expect_clean(shop);
  }
}

TEST_CASE(
    "two orders from one wallet that covers one: one is paid, 200 times, and the wallet is never below zero") {  // B046
  Shop shop;
  for (int round = 0; round < 200; ++round) {
    shop.open_account(numbered("w", round), 5'000);
    shop.order(numbered("a", round), 5'000, numbered("w", round));
    shop.order(numbered("b", round), 5'000, numbered("w", round));
  }
  two_hundred_rounds(shop, [](Till& till, int who, int round) {
    const Reply reply =
        till.engine.ask(paying(numbered(who == 0 ? "a" : "b", round), numbered(who == 0 ? "x" : "y", round)));
    if (reply.outcome != Outcome::paid && reply.outcome != Outcome::declined) throw std::runtime_error("outcome");
  });
  CHECK(shop.number("SELECT count(*) FROM orders WHERE status = 'paid'") == 200);
  CHECK(shop.number("SELECT count(*) FROM account JOIN balance USING (account_id) "
                    "WHERE code GLOB 'w[0-9]*' AND debits = 5000 AND credits = 5000") == 200);
  CHECK(shop.number("SELECT count(*) FROM idempotency_key WHERE outcome = 'declined'") == 200);
  expect_clean(shop);
}

TEST_CASE("pay against cancel, at once: paid or cancelled, never both, and no money is kept for a cancelled order") {
  for (const bool outside : {false, true}) {
    CAPTURE(outside);
    Shop shop(Shop::Terms{.alice = 10'000'000});
    for (int round = 0; round < 200; ++round) shop.order(numbered("o", round), 100);
    two_hundred_rounds(shop, [outside](Till& till, int who, int round) {
      const std::string order = numbered("o", round);
      if (who == 0) {
        (void)till.engine.ask(outside ? charging(order, numbered("k", round)) : paying(order, numbered("k", round)));
      } else {
        (void)till.engine.cancel_order(*OrderId::parse("order", order));
      }
    });
    shop.wait(seconds(31));
    (void)shop.recover();
    (void)shop.recover();
    const auto paid = shop.number("SELECT count(*) FROM orders WHERE status = 'paid'");
    CHECK(paid + shop.number("SELECT count(*) FROM orders WHERE status = 'cancelled'") == 200);
    CHECK(shop.balance("shop") == paid * 100);
    const auto kept = static_cast<std::int64_t>(shop.moved().size() - shop.moved(Movement::refund).size());
    CHECK(kept == (outside ? paid : 0));
    CHECK(shop.balance("2160.CNY") == 0);
    expect_clean(shop);
  }
}

TEST_CASE("eight processes mix everything for a while: no storage trouble reaches a caller, and every law holds") {
  Shop shop(Shop::Terms{.alice = 1'000'000});
  const std::uint64_t seed = seed_or(8);
  INFO("PAYONCE_SEED=", seed);
  constexpr int orders = 200;
  for (int i = 0; i < orders; ++i) shop.order(numbered("o", i), 1'000);
  for (int i = 0; i < 20; ++i) shop.bank().script(every_behaviour[static_cast<std::size_t>(i) % 7], Duration{}, 1);
  (void)at_once(shop, 8, [&](Till& till, std::size_t who) {
    VirtualWorld mine(seed + who);
    const auto draw = [&](unsigned below) {
      std::byte byte[2];
      mine.random(byte);
      return (std::to_integer<unsigned>(byte[0]) * 256 + std::to_integer<unsigned>(byte[1])) % below;
    };
    Reply reply;
    for (int i = 0; i < 2'000; ++i) {
      const std::string order = numbered("o", static_cast<int>(draw(orders)));
      const std::string key = numbered("k", static_cast<int>(draw(4)));
      switch (draw(10)) {
        case 0: reply = till.engine.ask(paying(order, order + key)); break;
        case 1:
        case 2: reply = till.engine.ask(charging(order, order + key + "c")); break;
        case 3: reply = till.engine.ask(refunding(order, 300, order + key + "r")); break;
        case 4: reply = till.engine.ask(topping_up("bob", 10, key + "t", key + "ref")); break;
        case 5:
          reply = till.engine.ask(
              transferring("alice", "bob", 5, key + std::to_string(i) + numbered("w", static_cast<int>(who))));
          break;
        case 6:
          if (draw(5) == 0) reply = till.engine.cancel_order(*OrderId::parse("order", order));
          break;
        case 7: reply = till.engine.ship_order(*OrderId::parse("order", order)); break;
        case 8: (void)till.engine.recover(); break;
        default: (void)till.engine.reap(false);
      }
    }
    return reply;
  });
  for (int i = 0; i < 3; ++i) {
    shop.wait(minutes(1));
    (void)shop.recover();
  }
  CHECK(shop.number("SELECT count(*) FROM attempt WHERE status IN ('dispatched', 'unknown')") == 0);
  CHECK(shop.number(
            "SELECT count(*) FROM orders WHERE status = 'paid' OR status = 'refunded' OR status = 'fulfilled'") > 10);
  expect_clean(shop);
}
