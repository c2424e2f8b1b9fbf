// Messages about orders come late, twice, under other ids and in another order, and whoever takes them dies at any step.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>

#include "tests/life/place.hpp"
#include "tests/messages/told.hpp"
#include "tests/support/seed.hpp"

using namespace payonce;
using namespace payonce::life;

namespace {

constexpr std::array steps{Step::message_take, Step::order_advance, Step::book_tx, Step::message_mark,
                           Step::reply_send};

/// What happened to a few orders, as their sender tells it: each was paid and shipped, or cancelled, or only made.
std::vector<Message> told(std::mt19937_64& random) {
  std::vector<Message> all;
  const int orders = 8;
  for (int n = 1; n <= orders; ++n) {
    const std::string order = "m" + std::to_string(n);
    const auto say = [&](std::string_view event, std::int64_t version, std::int64_t minor = 0) {
      all.push_back(test::message({event, order, version, order + "-" + std::to_string(version), minor}));
    };
    const auto due = 1 + static_cast<std::int64_t>(random() % 5'000);
    say(event_created, 1, due);
    const auto fate = random() % 5;
    if (fate == 0) continue;
    if (fate == 1) {
      say(event_cancelled, 2);
      continue;
    }
    say(event_paid, 2);
    if (fate > 2) say(event_shipped, 3);
  }
  return all;
}

/// Twice each, the second time under another id, in any order in which nothing is cancelled before it is made.
std::vector<Message> disordered(const std::vector<Message>& all, std::mt19937_64& random) {
  std::vector<Message> late = all;
  for (Message again : all) {
    again.id = Reference::parse("id", "again-" + again.id.text()).value();
    late.push_back(std::move(again));
  }
  for (std::size_t left = late.size(); left > 1; --left) std::swap(late[left - 1], late[random() % left]);
  for (auto cancelled = late.begin(); cancelled != late.end(); ++cancelled) {
    if (cancelled->event != event_cancelled) continue;
    const auto made = std::find_if(late.begin(), late.end(), [&](const Message& other) {
      return other.event == event_created && other.order.text() == cancelled->order.text();
    });
    if (made > cancelled) std::iter_swap(made, cancelled);
  }
  return late;
}

/// Delivered until it is acknowledged; how often somebody died of it.
int deliver(Place& place, const Message& message, std::mt19937_64* random) {
  int died = 0;
  for (bool acknowledged = false; !acknowledged;) {
    if (random != nullptr && (*random)() % 3 == 0) place.world.die_at(steps[(*random)() % steps.size()], 1);
    try {
      (void)place.engine().deliver(message);
      acknowledged = true;
    } catch (const Death&) {
      place.close();
      died += 1;
    }
    place.world.die_at(std::nullopt, 0);
  }
  return died;
}

Sight rested(Place& place) {
  for (int round = 0; round < 3; ++round) {
    place.world.pass(minutes(3));
    (void)place.engine().recover();
  }
  for (const std::string& finding : place.watcher().findings()) FAIL_CHECK(finding);
  return place.watcher().look();
}

}  // namespace

TEST_CASE("late messages in any order the gates allow, twice, with deaths at any step, end in the same book") {
  const Ground ground(test::Shop::laboratory());
  const std::uint64_t first = test::seed_or(1);
  int died = 0;
  int held = 0;
  for (std::uint64_t seed = first; seed < first + 12; ++seed) {
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    const std::vector<Message> all = told(random);
    Place orderly(ground.folder(), seed);
    Place other(ground.folder(), seed);
    for (Place* place : {&orderly, &other})
      REQUIRE(place->engine().ask(test::topping_up("alice", 100'000, "funds")).outcome == Outcome::booked);
    for (const Message& message : all) CHECK(deliver(orderly, message, nullptr) == 0);
    for (const Message& message : disordered(all, random)) {
      died += deliver(other, message, &random);
      held += other.watcher().look().orders.contains(message.order.text()) ? 0 : 1;
    }
    const Sight wanted = rested(orderly);
    const Sight got = rested(other);
    CHECK(got.difference(wanted) == "");
    CHECK(got.vouchers == wanted.vouchers);
  }
  CHECK(died > 0);
  CHECK(held > 0);
}
