// The second layer: it may say "later", never "done", and losing it changes no outcome.

#include <doctest/doctest.h>

#include <array>
#include <thread>

#include "ledger/layers/dedup_window.hpp"
#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

KeyHash owner(std::uint8_t first) {
  KeyHash hash{};
  hash[0] = first;
  return hash;
}

struct Kind {
  const char* name;
  std::shared_ptr<WindowStore> (*make)();
};
const Kind kinds[] = {{"file", [] { return std::shared_ptr<WindowStore>(new dedup_window::FileWindow()); }},
                      {"memory", [] { return std::shared_ptr<WindowStore>(new dedup_window::MemoryWindow()); }}};

/// One shop a store, each with its entries kept there.
template <class Work>
void on_both(const Work& work, const Shop::Terms& terms = {}) {
  for (const Kind& kind : kinds) {
    CAPTURE(kind.name);
    Shop shop(terms);
    shop.till().ledger.keep_window_in(kind.make());
    work(shop);
    CHECK(shop.reconcile().empty());
  }
}

}  // namespace

TEST_CASE("file and memory hold, overwrite and release entries alike") {
  for (const Kind& kind : kinds) {
    CAPTURE(kind.name);
    Shop shop;
    const auto window = kind.make();
    shop.store().atomically([&](Tx& tx) {
      CHECK_FALSE(window->holder(tx, "i").has_value());
      window->admit(tx, "i", owner(1), 10, 20);
      window->admit(tx, "j", owner(2), 11, 21);
      CHECK(window->holder(tx, "i")->owner == owner(1));
      CHECK(window->holder(tx, "i")->admitted_at_ns == 10);
      CHECK(window->holder(tx, "i")->expires_at_ns == 20);
      window->release(tx, "i", owner(2));  // somebody else's
      CHECK(window->holder(tx, "i").has_value());
      window->admit(tx, "i", owner(3), 30, 40);
      CHECK(window->holder(tx, "i")->owner == owner(3));
      window->release(tx, "i", owner(1));  // the one before
      CHECK(window->holder(tx, "i").has_value());
      window->release(tx, "i", owner(3));
      CHECK_FALSE(window->holder(tx, "i").has_value());
      CHECK(window->holder(tx, "j")->owner == owner(2));
      window->release(tx, "nothing", owner(1));
    });
  }
}

TEST_CASE("within the window another key for the same order is told to come later, and afterwards what was done") {
  on_both([](Shop& shop) {
    shop.order("o1");
    const Reply first = shop.pay("o1", "k1");
    Reply second = shop.pay("o1", "k2");
    CHECK(second.outcome == Outcome::later);
    CHECK(second.answered_by == Layer::dedup_window);
    CHECK(second.http_status == 409);
    CHECK(second.retry_after_ms == 5'000);
    shop.wait(milliseconds(4'999));
    second = shop.retry();
    CHECK(second.outcome == Outcome::later);
    CHECK(second.retry_after_ms == 1);
    shop.wait(milliseconds(1));
    second = shop.retry();
    CHECK(second.outcome == Outcome::already_paid);
    CHECK(voucher_in(second) == voucher_in(first));
    CHECK(shop.number("SELECT count(*) FROM voucher WHERE kind = 'pay'") == 1);
  });
}

TEST_CASE("the window never stops the key that made its entry") {
  on_both([](Shop& shop) {
    shop.order("o1");
    (void)shop.pay("o1", "k1");
    CHECK(shop.retry().replayed);
  });
}

TEST_CASE("an entry goes when its key came to nothing, and the next key need not wait") {
  on_both([](Shop& shop) {
    for (const Behaviour behaviour : {Behaviour::down, Behaviour::decline}) {
      const std::string order = std::string("o") + std::string(label(behaviour));
      shop.order(order);
      shop.bank().script(behaviour);
      CHECK_FALSE(succeeded(shop.charge(order, order + "1").outcome));
      CHECK(shop.charge(order, order + "2").outcome == Outcome::paid);
    }
    shop.order("poor", 1'000'000);
    CHECK(shop.pay("poor", "p1").outcome == Outcome::declined);
    shop.topup("alice", 2'000'000, "rich");
    CHECK(shop.pay("poor", "p2").outcome == Outcome::paid);
  });
}

TEST_CASE("an entry from the future, left by a clock set back, holds nobody up") {
  on_both([](Shop& shop) {
    shop.order("o1");
    (void)shop.pay("o1", "k1");
    shop.world.jump_wall(-hours(10).ns);
    CHECK(shop.pay("o1", "k2").outcome == Outcome::already_paid);
  });
}

TEST_CASE(
    "by intent two top-ups of one amount are two, by content the second waits, by key nothing but the key counts") {
  struct Case {
    WindowBy by;
    Outcome second_topup;
    Outcome second_payment;
  };
  for (const Case& each : {Case{WindowBy::intent, Outcome::booked, Outcome::later},
                           Case{WindowBy::key, Outcome::booked, Outcome::already_paid},
                           Case{WindowBy::content, Outcome::later, Outcome::later}}) {
    CAPTURE(name(each.by));
    Shop::Terms terms;
    terms.settings.window_by = each.by;
    on_both(
        [&](Shop& shop) {
          CHECK(shop.topup("bob", 100, "t1").outcome == Outcome::booked);
          CHECK(shop.topup("bob", 100, "t2").outcome == each.second_topup);
          CHECK(shop.topup("bob", 101, "t3").outcome == Outcome::booked);
          shop.order("o1");
          CHECK(shop.pay("o1", "k1").outcome == Outcome::paid);
          CHECK(shop.pay("o1", "k2").outcome == each.second_payment);
          shop.wait(seconds(5));
          CHECK(shop.topup("bob", 100, "t2").outcome == Outcome::booked);
          CHECK(shop.balance("bob") == 301);
        },
        terms);
  }
}

TEST_CASE("two wishes ten minutes apart are two, however alike") {  // B003 (c)
  on_both([](Shop& shop) {
    CHECK(shop.topup("bob", 7'500, "first").outcome == Outcome::booked);
    shop.wait(minutes(10));
    CHECK(shop.topup("bob", 7'500, "second").outcome == Outcome::booked);
    CHECK(shop.balance("bob") == 15'000);
  });
}

TEST_CASE("every entry lost while a call is under way changes no outcome") {  // case 55, R28
  for (const bool lose : {false, true}) {
    CAPTURE(lose);
    Shop shop;
    shop.order("o1");
    struct Losing : VirtualWorld {
      std::function<void()> during;
      void step(Step step) override {
        if (step == Step::channel_charge && during) std::exchange(during, nullptr)();
      }
    } world;
    Till mine(shop.folder(), world, {});
    auto other = shop.another_till();
    Outcome second = Outcome::paid;
    world.during = [&] {
      if (lose) other->ledger.store().atomically([](Tx& tx) { tx.execute("DELETE FROM dedup_window"); });
      second = other->engine.ask(charging("o1", "k2")).outcome;
    };
    CHECK(mine.engine.ask(charging("o1", "k1")).outcome == Outcome::paid);
    CHECK(second == (lose ? Outcome::in_progress : Outcome::later));
    CHECK(shop.moved().size() == 1);
    shop.wait(seconds(6));
    CHECK(shop.charge("o1", "k2").outcome == Outcome::already_paid);
    CHECK(shop.reconcile().empty());
  }
}

TEST_CASE("an entry of a process that crashed before its commit is not there") {
  Shop shop;
  shop.order("o1");
  CHECK(shop.crash_at(Step::key_finish, paying("o1", "k1")).killed);
  CHECK(shop.pay("o1", "k2").outcome == Outcome::paid);
}

TEST_CASE(
    "memory holds no more than its capacity, and lets the expired go before the living, the old before the young") {
  Shop shop;
  dedup_window::MemoryWindow window(8);
  shop.store().atomically([&](Tx& tx) {
    for (int i = 0; i < 6; ++i) window.admit(tx, "short" + std::to_string(i), owner(1), i, 50);
    window.admit(tx, "long", owner(1), 6, 1'000);
    window.admit(tx, "longer", owner(1), 7, 1'000);
    CHECK(window.size() == 8);
    window.admit(tx, "new", owner(1), 100, 1'000);  // the six are over by now
    CHECK(window.size() == 3);
    CHECK(window.holder(tx, "long").has_value());
    for (int i = 0; i < 100; ++i) {
      window.admit(tx, "more" + std::to_string(i), owner(1), 101 + i, 1'000);
      CHECK(window.size() <= 8);
      CHECK(window.holder(tx, "more" + std::to_string(i)).has_value());
    }
    CHECK_FALSE(window.holder(tx, "long").has_value());
  });
}

TEST_CASE("one memory serves eight threads, each with a connection of its own") {
  Shop shop;
  const auto window = std::make_shared<dedup_window::MemoryWindow>(64);
  std::vector<std::thread> threads;
  std::array<int, 8> wrong{};
  shop.close();
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      VirtualWorld world;
      Till till(shop.folder(), world, seconds(60));
      till.ledger.keep_window_in(window);
      const std::string own = "own" + std::to_string(t);
      for (int i = 0; i < 200; ++i) {
        till.ledger.store().reading([&](View& view) { (void)window->holder(view, "shared"); });
        till.ledger.store().atomically([&](Tx& tx) {
          window->admit(tx, own, owner(static_cast<std::uint8_t>(t)), 1'000 + i, 1'000'000);
          window->admit(tx, "shared", owner(static_cast<std::uint8_t>(t)), 1'000 + i, 1'000'000);
          const auto held = window->holder(tx, own);
          if (!held || held->owner != owner(static_cast<std::uint8_t>(t))) ++wrong[t];
          window->release(tx, "shared", owner(static_cast<std::uint8_t>((t + 1) % 8)));
          window->admit(tx, own + std::to_string(i % 4), owner(9), 1'000 + i, 1'000'000);
        });
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == std::array<int, 8>{});
  CHECK(window->size() <= 64);
}
