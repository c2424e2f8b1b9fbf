#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "tests/life/event.hpp"

/// What is drawn about messages and about goods. What was drawn before is remembered, so that it can be told or asked again.
namespace payonce::life {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  [[nodiscard]] bool chance(std::uint64_t percent) { return below(100) < percent; }
  [[nodiscard]] std::int64_t number(std::uint64_t most) { return 1 + static_cast<std::int64_t>(below(most)); }
  [[nodiscard]] std::int64_t amount() { return number(chance(80) ? 6'000 : 60'000); }
  /// One of the last few.
  template <class Item>
  [[nodiscard]] const Item& recent(const std::vector<Item>& all, std::uint64_t few) {
    return all[all.size() - 1 - below(std::min<std::uint64_t>(all.size(), few))];
  }

 private:
  std::mt19937_64 random_;
};

/// A sender that tells what became of orders. Each order has one story, told in any order and often twice.
class Stories {
 public:
  explicit Stories(Dice& dice) : dice_(dice) {}
  /// What was told once, once more; false where this shall be something else.
  [[nodiscard]] bool again(Event& event);
  /// `made`: how the order was made by a command, if it was.
  void tell(Event& event, int id, const Event* made);

 private:
  void story(Event& event, const Event* made);

  Dice& dice_;
  std::vector<Event> told_;
  std::map<int, int> fates_;  // what becomes of an order, as the sender tells it
  std::map<int, std::int64_t> dues_;
};

/// Baskets, what leaves the house and comes back, and what is put into it.
class Shelves {
 public:
  explicit Shelves(Dice& dice) : dice_(dice) {}
  /// One or two lines, sometimes of the same thing, sometimes with a coupon, sometimes of more than there is.
  void basket(Event& event);
  void stock(Event& event, int id);
  /// A parcel or what comes back, of an order with lines mostly.
  void parcel(Event& event, int id, int any_order);

 private:
  /// Sometimes what was asked before, under the same reference; sometimes with another quantity.
  void repeat(Event& event, int id, std::vector<Event>& all);

  Dice& dice_;
  std::vector<Event> stocked_;
  std::vector<Event> parcels_;
  std::vector<Event> returned_;
  std::vector<int> with_lines_;
};

}  // namespace payonce::life
