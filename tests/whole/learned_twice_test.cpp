// A success that two processes learn at the same moment, each in a way of its own.

#include <doctest/doctest.h>

#include <unistd.h>

#include <array>
#include <functional>

#include "tests/messages/told.hpp"
#include "tests/store/processes.hpp"
#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

constexpr int rounds = 5;

/// What both know of the payment before they begin.
struct Known {
  std::string reference;
  std::string channel_txn;
};

using Way = std::function<void(Till&, const Known&)>;

/// Opens the ledger for itself, waits until the other is there, and goes at it.
int go(Shop& shop, int gate, const Way& way, const Known& known) {
  Till till(shop.folder(), shop.world, seconds(60));
  char byte = 0;
  [[maybe_unused]] const ssize_t opened = read(gate, &byte, 1);  // ends when the parent closes the gate
  way(till, known);
  return 0;
}

void both_at_once(Shop& shop, const Way& first, const Way& second, const Known& known) {
  shop.close();
  std::array<int, 2> gate{};
  REQUIRE(pipe(gate.data()) == 0);
  std::vector<pid_t> children;
  for (const Way* way : {&first, &second}) {
    children.push_back(start_process([&] {
      ::close(gate[1]);
      return go(shop, gate[0], *way, known);
    }));
  }
  ::close(gate[0]);
  ::close(gate[1]);
  for (const pid_t child : children) CHECK(end_of(child) == 0);
}

}  // namespace

TEST_CASE(
    "success learned at the same time from the answer, a message and a poll is one payment and one event") {  // B026
  const std::array<Way, 3> ways = {
      Way([](Till& till, const Known&) { (void)till.engine.ask(charging("o1", "A")); }),
      Way([](Till& till, const Known& known) {
        (void)till.engine.deliver(by_channel(message({event_paid, "o1", 3, "m1"}), known.reference, known.channel_txn));
      }),
      Way([](Till& till, const Known&) { (void)till.engine.recover(); }),
  };
  for (std::size_t first = 0; first < ways.size(); ++first) {
    for (std::size_t second = 0; second < ways.size(); ++second) {
      for (int round = 0; round < rounds; ++round) {
        CAPTURE(first);
        CAPTURE(second);
        CAPTURE(round);
        Shop shop;
        shop.order("o1");
        // The answer is lost: the channel has moved the money, and nothing is known of it here.
        shop.bank().script(Behaviour::lose);
        REQUIRE(shop.charge("o1", "A").outcome == Outcome::outcome_unknown);
        shop.wait(seconds(31));
        const Known known{shop.text("SELECT reference FROM attempt"), shop.moved(Movement::charge).front().channel_txn};
        both_at_once(shop, ways[first], ways[second], known);
        CHECK(shop.status("o1") == "paid");
        CHECK(shop.number("SELECT count(*) FROM voucher WHERE kind = 'pay'") == 1);
        CHECK(shop.number("SELECT count(*) FROM event WHERE action = 'order.paid'") == 1);
        CHECK(shop.number("SELECT count(*) FROM history WHERE machine = 'order' AND to_status = 'paid'") == 1);
        CHECK(shop.moved(Movement::charge).size() == 1);
        for (const std::string& finding : shop.reconcile()) FAIL_CHECK(finding);
      }
    }
  }
}
