#pragma once

#include "ledger/orders/basket.hpp"
#include "scenarios/player/response.hpp"
#include "scenarios/player/stage.hpp"
#include "scenarios/script/story.hpp"

namespace payonce::player {

/// "tea:2:15.00,cup:1:8.00" and a coupon's code, or none.
[[nodiscard]] Result<orders::Basket> basket_of(std::string_view lines, std::string_view coupon,
                                               const Currency& currency);

/// Does one command of a story (pay, refund, topup, transfer, adjust, order, cancel, ship, return, stock, notices, recover, reap, key, deliver, redrive) as the
/// command line would, through the connections of this process. `currency` is that of amounts that name none.
[[nodiscard]] Response perform(Hands& hands, const script::Step& step, const Currency& currency);

}  // namespace payonce::player
