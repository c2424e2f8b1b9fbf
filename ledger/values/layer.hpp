#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace payonce {

/// Who gave an answer. The first five are the layers, in the order a payment meets them (product.md); behind them those that
/// may answer without being a layer: the channel (it declined, or was silent), the journal (it booked, or lacked the funds),
/// and the two permits a request may carry, a one-time token and a lease.
/// A layer has this name in ledger/layers/, schema/queries/, tests/layers/ and scenarios/ as well.
enum class Layer {
  idempotency_key,
  dedup_window,
  state_machine,
  unique_constraint,
  reconciliation,
  channel,
  journal,
  token,
  lease,
};

inline constexpr std::array all_layers = {Layer::idempotency_key,   Layer::dedup_window,   Layer::state_machine,
                                          Layer::unique_constraint, Layer::reconciliation, Layer::channel,
                                          Layer::journal,           Layer::token,          Layer::lease};

[[nodiscard]] constexpr std::string_view name(Layer layer) {
  switch (layer) {
    case Layer::idempotency_key: return "idempotency_key";
    case Layer::dedup_window: return "dedup_window";
    case Layer::state_machine: return "state_machine";
    case Layer::unique_constraint: return "unique_constraint";
    case Layer::reconciliation: return "reconciliation";
    case Layer::channel: return "channel";
    case Layer::journal: return "journal";
    case Layer::token: return "token";
    case Layer::lease: return "lease";
  }
  return "";
}

[[nodiscard]] constexpr std::optional<Layer> layer_named(std::string_view wanted) {
  for (const Layer layer : all_layers) {
    if (name(layer) == wanted) return layer;
  }
  return std::nullopt;
}

}  // namespace payonce
