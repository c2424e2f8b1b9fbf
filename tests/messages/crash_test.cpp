// kill -9 of a consumer at every labelled step of a message: the effect and its mark are there together or not at all, and the
// redelivery, which comes because no acknowledgement did, changes nothing more.

#include <doctest/doctest.h>

#include <array>

#include "tests/messages/told.hpp"
#include "tests/support/seed.hpp"

using namespace payonce;
using namespace payonce::test;

namespace {

constexpr std::array steps_of_a_message{Step::message_take, Step::order_advance, Step::book_tx, Step::message_mark,
                                        Step::reply_send};
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int rounds = 2;
#else
constexpr int rounds = 6;
#endif

std::int64_t marks(Shop& shop, const std::string& order, std::string_view event) {
  return shop.number("SELECT count(*) FROM consumed WHERE subject = '" + order + "' AND action = '" +
                     std::string(event) + "'");
}

void drill(Shop& shop, const std::function<Message(const std::string& order)>& told,
           const std::function<std::int64_t(const std::string& order)>& effects) {
  const std::uint64_t seed = seed_or(7);
  INFO("PAYONCE_SEED=", seed);
  int n = 0;
  int killed = 0;
  for (const Step step : steps_of_a_message) {
    for (int round = 0; round < rounds; ++round, ++n) {
      CAPTURE(label(step));
      const std::string order = "o" + std::to_string(n);
      const Message one = told(order);
      const Shop::Crash crash = shop.crash_at(
          step, 1, [&](Till& till) { return till.engine.deliver(one); }, seed + static_cast<unsigned>(n));
      killed += crash.killed ? 1 : 0;
      CHECK(effects(order) == marks(shop, order, one.event));
      if (crash.acknowledged) CHECK(effects(order) == 1);
      const Reply again = shop.engine().deliver(one);
      CHECK((again.outcome == Outcome::applied || again.outcome == Outcome::already_done));
      CHECK(effects(order) == 1);
      CHECK(shop.engine().deliver(one).outcome == Outcome::already_done);
      CHECK(effects(order) == 1);
    }
  }
  CHECK(killed == rounds * static_cast<int>(steps_of_a_message.size()));
  for (const std::string& finding : shop.reconcile()) FAIL_CHECK(finding);
}

}  // namespace

TEST_CASE("a consumer killed at any step of a payment message pays once, with its mark or not at all") {  // B022
  Shop shop(Shop::Terms{.alice = 10'000'000});
  drill(
      shop,
      [&](const std::string& order) {
        CHECK(shop.order(order).outcome == Outcome::created);
        return message({event_paid, order, 2, order + "-2"});
      },
      [&](const std::string& order) {
        return shop.number("SELECT count(*) FROM voucher WHERE business_key = '" + order + ".pay.1'");
      });
}

TEST_CASE("a consumer killed at any step of a refund message refunds once, with its mark or not at all") {  // B022
  Shop shop(Shop::Terms{.alice = 10'000'000});
  drill(
      shop,
      [&](const std::string& order) {
        CHECK(shop.order(order).outcome == Outcome::created);
        CHECK(shop.engine().deliver(message({event_paid, order, 2, order + "-2"})).outcome == Outcome::applied);
        return message({event_refunded, order, 3, order + "-3", 900});
      },
      [&](const std::string& order) {
        return shop.number("SELECT count(*) FROM refund r JOIN orders o USING (order_id) WHERE o.order_no = '" + order +
                           "'");
      });
}
