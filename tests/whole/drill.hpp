#pragma once

#include <array>
#include <functional>
#include <string>

#include "tests/support/seed.hpp"
#include "tests/support/shop.hpp"

/// kill -9 at every labelled step, and what must stand behind it.
namespace payonce::test {

inline constexpr std::array every_step{Step::key_claim,      Step::window_gate,    Step::order_advance,
                                       Step::channel_charge, Step::channel_answer, Step::book_tx,
                                       Step::key_finish,     Step::reply_send,     Step::recon_fix};
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int rounds = 4;  // a sanitizer makes each process a hundred times dearer
#else
inline constexpr int rounds = 20;
#endif
// A step that is announced a second time (order.advance and key.finish behind the call) kills there in a few rounds more.
inline constexpr int second_rounds = 5;

inline std::string nth(const char* word, int n) { return word + std::to_string(n); }

inline void expect_clean(Shop& shop) {
  for (const std::string& finding : shop.reconcile()) FAIL_CHECK(finding);
}

/// Everything a crash leaves behind is found by a recovery once the lease is over.
inline void come_back(Shop& shop) {
  shop.wait(seconds(31));
  (void)shop.recover();
}

/// Each step in turn, each `rounds` times: a crash there, a recovery, and the same request again with its key. `expected` is
/// what the request gives where nothing has gone wrong; how often the effect stands is what `effects` counts.
struct Drill {
  Shop& shop;
  std::function<Request(int n)> request;
  Outcome expected;
  int steps;  // how many of the steps such a request comes by
  std::function<std::int64_t(int n)> effects;

  void run() {
    const std::uint64_t seed = seed_or(20);
    INFO("PAYONCE_SEED=", seed);
    int n = 0;
    int killed = 0;
    for (const Step step : every_step) {
      for (int round = 0; round < rounds + second_rounds; ++round, ++n) {
        const Request asked = request(n);
        CAPTURE(label(step));
        CAPTURE(n);
        const Shop::Crash crash = shop.crash_at(
            step, round < rounds ? 1 : 2, [&](Till& till) { return till.engine.ask(asked); },
            seed + static_cast<unsigned>(round));
        killed += crash.killed && round < rounds ? 1 : 0;
        if (crash.acknowledged) {
          CHECK(crash.acknowledged == expected);
          CHECK(effects(n) == 1);
        } else {
          CHECK(effects(n) <= 1);
        }
        if (round % 3 == 0) shop.wait(milliseconds(100));
        come_back(shop);
        CHECK(effects(n) <= 1);
        const Reply again = shop.ask(asked);
        CHECK(again.outcome == expected);
        CHECK(effects(n) == 1);
        CHECK(shop.ask(asked).answer == again.answer);
        if (round % 10 == 9) expect_clean(shop);
      }
    }
    CHECK(killed == steps * rounds);
    expect_clean(shop);
  }
};

}  // namespace payonce::test
