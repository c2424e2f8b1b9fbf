#pragma once

#include <string>
#include <string_view>

#include "scenarios/laboratory/layer_set.hpp"
#include "scenarios/player/response.hpp"

namespace payonce::laboratory {

/// Who stopped somebody with this answer, or "" where nobody was stopped. The name of a layer of K W S V stands for that layer alone,
/// and only where it is on or naive; a guard that is none of them, or that stays where a layer is off, is "another guard", with what it
/// guards where that is known: "another guard (inbox)".
[[nodiscard]] std::string stopper_of(const player::Response& response, const script::Step& step,
                                     const LayerSet& layers);
/// The same for people.
[[nodiscard]] Text words_of_stopper(std::string_view stopper);

}  // namespace payonce::laboratory
