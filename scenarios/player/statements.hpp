#pragma once

#include <string>

#include "scenarios/player/response.hpp"
#include "scenarios/player/stage.hpp"
#include "scenarios/script/step.hpp"

/// The steps about stored statements: a channel's own one is taken in, compared with the book, and what does not fit is ended by
/// two people (docs/reconciliation.md).
namespace payonce::player {

/// What the channel did so far, as a file of its own, damaged as the step says; handled: so many lines were not there before.
/// Malformed where the step cannot be meant so.
[[nodiscard]] Response take_statement(Hands& hands, const script::Step& step);
/// Answered with the verdict; never right where a bridge is left with something unexplained.
[[nodiscard]] Response compare(Hands& hands, const script::Step& step);
/// Proposes a fix of the first break of a code, or approves and posts it: "proposed", "approved", or out_of_order.
[[nodiscard]] Response fix_break(Hands& hands, const script::Step& step);
/// The codes of the breaks of a channel that are open, in order; "none".
[[nodiscard]] std::string open_breaks(View& view, const std::string& channel);

}  // namespace payonce::player
