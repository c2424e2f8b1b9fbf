#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ledger/values/text.hpp"

namespace payonce::lessons {

/// Something that can be bought for a defence: a layer, the channel's memory, a reconciliation.
struct Good {
  char letter = 'K';
  Text name;
  std::uint32_t price = 1;
};

/// The letters in the order in which a payment meets what they stand for.
inline constexpr std::string_view goods_letters = "KWSVXR";

/// What each costs. A layer is paid for with every payment, whether it stops anything or not: its price is how many statements and commits
/// it adds to one payment of an order that nothing goes wrong with, counted by playing that payment with the layer and without any. What
/// adds none still has to be kept and understood: nothing is cheaper than 1. Looks anew each time, in a fraction of a second.
[[nodiscard]] std::vector<Good> price_list();

}  // namespace payonce::lessons
