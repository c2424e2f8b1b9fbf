#pragma once

#include <string_view>

#include "ledger/orders/basket.hpp"
#include "ledger/values/answer.hpp"
#include "scenarios/player/stage.hpp"
#include "scenarios/script/story.hpp"

/// Orders, their parcels and the stock, as the command line would ask for them.
namespace payonce::player {

/// "tea:2:15.00,cup:1:8.00" and a coupon's code, or none.
[[nodiscard]] Result<orders::Basket> basket_of(std::string_view lines, std::string_view coupon,
                                               const Currency& currency);

[[nodiscard]] Reply create(Hands& hands, const script::Step& step, const Currency& currency);
[[nodiscard]] Reply ship(Hands& hands, const script::Step& step, const Currency& currency);
[[nodiscard]] Reply take_back(Hands& hands, const script::Step& step);
[[nodiscard]] Reply move_stock(Hands& hands, const script::Step& step);

}  // namespace payonce::player
