#pragma once

#include "scenarios/player/response.hpp"
#include "scenarios/player/stage.hpp"
#include "scenarios/script/story.hpp"

namespace payonce::player {

/// Does one command of a story (money, orders, goods, what is booked beside payments, notices, recover, reap, key, deliver …) as the
/// command line would, through the connections of this process. `currency` is that of amounts that name none.
[[nodiscard]] Response perform(Hands& hands, const script::Step& step, const Currency& currency);

}  // namespace payonce::player
