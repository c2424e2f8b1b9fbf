#pragma once

#include "scenarios/player/stage.hpp"

namespace payonce::player {

/// `script CHANNEL BEHAVIOUR [DURATION]`: how an acquirer shall take its next calls. False where the world has no such acquirer, or
/// where the behaviour takes a duration and none is there, or the other way round.
[[nodiscard]] bool instruct(Hands& hands, const script::Step& step);

}  // namespace payonce::player
