// That a random life can fail: a shop with a layer missing, a book damaged by hand, a model that is wrong on purpose, each is
// found within a few lives, and what is found is told in a few events.

#include <doctest/doctest.h>

#include <string>

#include "tests/life/life.hpp"
#include "tests/life/mix.hpp"
#include "tests/support/shop.hpp"

using namespace payonce;
using namespace payonce::life;

namespace {

constexpr int events = 120;
constexpr std::uint64_t most_seeds = 40;

Settings without(Layer layer) {
  Settings settings = test::Shop::laboratory();
  settings.set(layer, Guard::off);
  return settings;
}

struct Found {
  std::uint64_t seed = 0;
  std::vector<Event> drawn;
  Failure failure;
};

std::optional<Found> first_failure(const Ground& ground, const Terms& terms) {
  for (std::uint64_t seed = 1; seed <= most_seeds; ++seed) {
    std::vector<Event> drawn = draw(seed, events);
    if (auto failure = live(ground, seed, drawn, terms).failure)
      return Found{seed, std::move(drawn), *std::move(failure)};
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("a shop without one of its layers is found out by random lives") {
  for (const Layer layer : {Layer::idempotency_key, Layer::state_machine}) {
    CAPTURE(name(layer));
    const Ground ground(without(layer));
    CHECK(first_failure(ground, {}).has_value());
  }
}

TEST_CASE("a shop that marks before it works, or sells without looking, is found out by random lives") {
  Settings hasty = test::Shop::laboratory();
  hasty.inbox = Inbox::marker_first;
  Settings blind = test::Shop::laboratory();
  blind.stock = Guard::off;
  Settings generous = test::Shop::laboratory();
  generous.coupon = Guard::off;
  for (const Settings& settings : {hasty, blind, generous}) {
    CAPTURE(static_cast<int>(settings.inbox));
    CAPTURE(static_cast<int>(settings.stock));
    CAPTURE(static_cast<int>(settings.coupon));
    const Ground ground(settings);
    CHECK(first_failure(ground, {}).has_value());
  }
}

TEST_CASE("a model that is wrong on purpose disagrees with the book") {
  const Ground ground(test::Shop::laboratory());
  for (const Lie lie :
       {Lie::refunds_cost_nothing, Lie::a_payment_counts_twice, Lie::shipped_orders_stay_paid, Lie::declined_is_paid,
        Lie::lost_disputes_cost_nothing, Lie::told_payments_cost_nothing, Lie::what_comes_back_stays_away}) {
    CAPTURE(static_cast<int>(lie));
    CHECK(first_failure(ground, {.lie = lie}).has_value());
  }
}

TEST_CASE("a book damaged by hand in the middle of a life is found at the next event, by its law or by the model") {
  struct Case {
    const char* sql;
    const char* told;
  };
  const Ground ground(test::Shop::laboratory());
  for (const Case& damage :
       {Case{"UPDATE balance SET credits = credits + 1 WHERE account_id = (SELECT min(account_id) FROM account WHERE "
             "code = 'alice')",
             "alice holds "},
        Case{"UPDATE voucher SET previous_hash = zeroblob(32) WHERE voucher_id = 2", "chain_broken: "},
        Case{"UPDATE idempotency_key SET answer = replace(answer, 'decided_at', 'decided_on')",
             "a finished key was told "}}) {
    CAPTURE(std::string(damage.sql));
    // Two events: money comes to alice and bob, and the first of them is asked once more.
    std::vector<Event> two = draw(1, 2);
    two.push_back({.id = 3, .deed = Deed::again, .earlier = 1});
    const auto failure = live(ground, 1, two, {.damaged_behind = 2, .damage = damage.sql}).failure;
    REQUIRE(failure.has_value());
    CAPTURE(failure->what);
    CHECK(failure->what.starts_with(damage.told));
  }
}

TEST_CASE("what is found is told by the few events it takes") {
  const Ground ground(without(Layer::idempotency_key));
  const auto found = first_failure(ground, {});
  REQUIRE(found.has_value());
  const auto shortest = shrunk(ground, found->seed, found->drawn, found->failure);
  CHECK(shortest.size() <= 8);
  const auto again = live(ground, found->seed, shortest).failure;
  REQUIRE(again.has_value());
  CHECK(again->kind() == found->failure.kind());
  // And it can be kept: read again, the file is the same life.
  std::vector<Event> read;
  const std::string file = case_file(found->seed, shortest, *again);
  for (std::size_t from = file.find('\n') + 1; from < file.size(); from = file.find('\n', from) + 1) {
    const auto event = event_of(file.substr(from, file.find('\n', from) - from));
    REQUIRE(event.has_value());
    read.push_back(*event);
  }
  CHECK(read == shortest);
}
