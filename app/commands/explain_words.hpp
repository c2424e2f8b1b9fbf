#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "ledger/values/layer.hpp"
#include "ledger/values/text.hpp"

namespace payonce {

inline constexpr std::array explained_layers = {Layer::idempotency_key, Layer::dedup_window, Layer::state_machine,
                                                Layer::unique_constraint, Layer::reconciliation};
/// What a request may carry besides: explained like the layers, and in no list of them.
inline constexpr std::array explained_permits = {Layer::token, Layer::lease};

/// What a person is told of a layer.
struct LayerWords {
  Text rule;
  Text stops;
  Text lets_through;
  std::vector<Text> schedules{};  // what it cannot do, schedule by schedule
};
[[nodiscard]] LayerWords words_of(Layer layer);

/// The rules of the schema that belong to the layer, by words that stand in the first line of their statements.
[[nodiscard]] std::vector<std::string_view> in_schema(Layer layer);

}  // namespace payonce
