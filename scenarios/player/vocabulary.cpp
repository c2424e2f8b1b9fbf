#include "scenarios/player/vocabulary.hpp"

#include "ledger/orders/order.hpp"
#include "ledger/values/layer.hpp"
#include "ledger/values/outcome.hpp"
#include "ledger/world/step.hpp"
#include "scenarios/acquirer/behaviour.hpp"
#include "scenarios/player/audit.hpp"

namespace payonce::player {
namespace {

constexpr std::array every_step = {Step::key_claim,      Step::window_gate,  Step::order_advance, Step::channel_charge,
                                   Step::channel_answer, Step::book_tx,      Step::key_finish,    Step::reply_send,
                                   Step::recon_scan,     Step::recon_fix,    Step::token_gap,     Step::naive_gap,
                                   Step::message_take,   Step::message_mark, Step::event_publish, Step::stock_reserve};

/// The steps announced outside of any transaction: a process that stops there stands in nobody's way.
constexpr std::array without_lock = {Step::channel_charge, Step::channel_answer, Step::reply_send,
                                     Step::recon_fix,      Step::token_gap,      Step::naive_gap,
                                     Step::message_take,   Step::event_publish,  Step::stock_reserve};

using orders::OrderStatus;
constexpr std::array every_state = {OrderStatus::created, OrderStatus::paying,    OrderStatus::closing,
                                    OrderStatus::paid,    OrderStatus::fulfilled, OrderStatus::cancelled,
                                    OrderStatus::expired, OrderStatus::refunded};

}  // namespace

const script::Vocabulary& vocabulary() {
  static const script::Vocabulary words = [] {
    script::Vocabulary all;
    for (const Outcome outcome : all_outcomes) all.outcomes.emplace_back(name(outcome));
    // What a comparison concludes, and what becomes of a fix.
    for (const std::string_view word : {"balanced", "explained", "open", "cannot_say", "proposed", "approved"}) {
      all.outcomes.emplace_back(word);
    }
    for (const Layer layer : all_layers) all.layers.emplace_back(name(layer));
    for (const Step step : every_step) all.labels.emplace_back(label(step));
    for (const Step step : without_lock) all.stalls.emplace_back(label(step));
    for (const Behaviour behaviour : every_behaviour) all.behaviours.emplace_back(label(behaviour));
    for (const OrderStatus state : every_state) all.states.emplace_back(orders::name(state));
    all.findings = finding_codes();
    return all;
  }();
  return words;
}

}  // namespace payonce::player
