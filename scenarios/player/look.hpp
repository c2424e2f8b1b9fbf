#pragma once

#include <optional>

#include "scenarios/player/stage.hpp"
#include "scenarios/player/wrong.hpp"
#include "scenarios/script/story.hpp"

namespace payonce::player {

/// A `check` of a story: looks into the ledger or an acquirer's book and compares. Nothing where it is as the line says.
[[nodiscard]] std::optional<Wrong> look(Stage& stage, const script::Step& step, const Currency& currency);

/// How many keys wait for an end.
[[nodiscard]] std::int64_t open_keys(Hands& hands);

}  // namespace payonce::player
