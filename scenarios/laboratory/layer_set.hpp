#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/values/result.hpp"
#include "scenarios/script/story.hpp"

namespace payonce::laboratory {

/// Which layers of K W S V (and the channel's memory, X) stand, stand naively, or are missing.
struct LayerSet {
  static constexpr std::string_view letters = "KWSV";
  std::array<script::Setting, 4> layers{};  // in the order of the letters; on where nothing is said
  script::Setting channel_memory = script::Setting::on;

  /// "KWSV", "K-S-", "KWs-": a capital is on, a small letter naive, a dash off; "-X" behind it where the channel forgets.
  [[nodiscard]] std::string name() const;
  /// The same, or the letters of those that are on alone ("KS"), or "-" for none.
  [[nodiscard]] static Result<LayerSet> parse(std::string_view field, std::string_view text);
  /// As the world of a scenario says it.
  [[nodiscard]] std::vector<script::LayerSwitch> switches() const;
  [[nodiscard]] bool on(std::size_t layer) const { return layers[layer] == script::Setting::on; }
  /// One bit a layer that is on.
  [[nodiscard]] unsigned mask() const;
  friend bool operator==(const LayerSet&, const LayerSet&) = default;
};

/// The sixteen of on and off, all on first; with `naive` all eighty-one. With `channel` each of them with the channel's memory, then
/// each without.
[[nodiscard]] std::vector<LayerSet> every_layer_set(bool naive, bool channel = false);
/// By a bit a layer: on, or off.
[[nodiscard]] LayerSet layer_set_of(unsigned mask);

}  // namespace payonce::laboratory
