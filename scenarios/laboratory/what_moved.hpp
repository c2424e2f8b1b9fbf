#pragma once

#include <cstdint>
#include <string>

#include "ledger/values/currency.hpp"
#include "scenarios/player/stage.hpp"
#include "scenarios/script/story.hpp"

namespace payonce::laboratory {

/// How often one wish moved in the book, what was reversed not counted.
[[nodiscard]] std::int64_t in_the_book(View& view, const script::Intent& intent, const Currency& currency);

/// What a channel took for an order and has not given back, nor is about to.
[[nodiscard]] std::int64_t at_channel(player::Hands& hands, const std::string& channel, Acquirer& acquirer,
                                      const std::string& order);

}  // namespace payonce::laboratory
