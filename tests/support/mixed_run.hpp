#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/shop.hpp"

/// A long mixed run of a shop, from its seed: thousands of orders in several currencies over some weeks, asked of the real
/// engine over a throw-away file. Another kind of life is one function and one line in lives().
namespace payonce::test {

class MixedRun {
 public:
  MixedRun(std::uint64_t seed, int orders);

  /// Lives through `orders` orders, and through everything that lies between them. In the end nothing is open any more.
  void live();

  [[nodiscard]] Shop& shop() { return shop_; }
  /// How often each kind of life was lived: a test asks that none was left out.
  [[nodiscard]] const std::map<std::string_view, int>& lived() const { return lived_; }

 private:
  struct Life {
    std::string_view name;
    unsigned weight;
    void (MixedRun::*live)();
  };
  [[nodiscard]] static const std::vector<Life>& lives();

  // What orders go through.
  void from_balance();
  void from_balance_given_back();
  void by_channel();
  void by_channel_given_back();
  void by_channel_given_back_in_parts();
  void declined_then_from_balance();
  void answer_lost();
  void refund_answer_lost();
  void refund_declined();
  void held();
  void charged_late();
  void charged_twice();
  void cancelled();
  void more_than_there_is();
  // What lies between them.
  void top_up();
  void move_across();
  void correct();
  void hold_and_let_go();

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  [[nodiscard]] Money some(std::int64_t most = 20'000);
  std::string new_key() { return "key-" + std::to_string(++keys_); }
  std::string account(std::string_view role, std::string_view currency);
  /// A new order in a currency drawn at random; its number.
  std::string order(std::int64_t most = 20'000);
  void expect(const Request& request, Outcome outcome);
  void charge(const std::string& number, Outcome outcome);
  void give_back(const std::string& number, std::int64_t minor, Outcome outcome = Outcome::refunded);

  Shop shop_;
  std::mt19937_64 random_;
  int orders_wanted_;
  int orders_ = 0;
  std::uint64_t keys_ = 0;
  Money due_;
  std::map<std::string_view, int> lived_;
};

}  // namespace payonce::test
