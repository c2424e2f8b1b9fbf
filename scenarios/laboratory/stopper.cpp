#include "scenarios/laboratory/stopper.hpp"

#include <algorithm>
#include <array>

#include "ledger/values/layer.hpp"
#include "ledger/values/outcome.hpp"

namespace payonce::laboratory {
namespace {

using player::Response;

struct Guard {
  std::string_view name;
  std::string_view zh;
};
constexpr Guard other = {"another guard", "其他防线"};
constexpr Guard inbox = {"another guard (inbox)", "其他防线（收件箱）"};
constexpr Guard stock = {"another guard (stock)", "其他防线（库存）"};
constexpr Guard coupon = {"another guard (coupon)", "其他防线（优惠券）"};
constexpr Guard version = {"another guard (version)", "其他防线（版本号）"};

/// By the letters of a set of layers.
constexpr std::array layer_of_letter = {Layer::idempotency_key, Layer::dedup_window, Layer::state_machine,
                                        Layer::unique_constraint};

/// It happened now: nobody was in the way. What was done before, or has no place any more, is a success to who asks, and was stopped.
bool happened(Outcome outcome) {
  switch (outcome) {
    case Outcome::already_paid:
    case Outcome::already_booked:
    case Outcome::already_done:
    case Outcome::out_of_date:
    case Outcome::skipped: return false;
    default: return succeeded(outcome);
  }
}

bool is_off(std::string_view by, const LayerSet& layers) {
  for (std::size_t i = 0; i < layer_of_letter.size(); ++i) {
    if (by == name(layer_of_letter[i])) return layers.layers[i] == script::Setting::off;
  }
  return false;
}

}  // namespace

std::string stopper_of(const Response& response, const script::Step& step, const LayerSet& layers) {
  // What the channel and the book answer is an effect, or the want of money: no defence.
  if (response.by.empty() || response.by == name(Layer::channel) || response.by == name(Layer::journal)) return {};
  const auto outcome = outcome_named(response.outcome);
  if (!outcome || (!response.replayed && happened(*outcome))) return {};
  const bool by_key = response.by == name(Layer::idempotency_key);
  // A message is known again by its own id and meaning, whatever becomes of keys.
  if (step.verb == script::Verb::deliver && by_key) return std::string(inbox.name);
  if (*outcome == Outcome::out_of_stock) return std::string(stock.name);
  if (*outcome == Outcome::coupon_refused) return std::string(coupon.name);
  if (*outcome == Outcome::version_mismatch) return std::string(version.name);
  return is_off(response.by, layers) ? std::string(other.name) : response.by;
}

Text words_of_stopper(std::string_view stopper) {
  for (const Guard& one : {other, inbox, stock, coupon, version}) {
    if (one.name == stopper) return {std::string(one.name), std::string(one.zh)};
  }
  return {std::string(stopper), std::string(stopper)};
}

}  // namespace payonce::laboratory
