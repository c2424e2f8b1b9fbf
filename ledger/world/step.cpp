#include "ledger/world/step.hpp"

#include <array>

namespace payonce {

namespace {

constexpr std::array every_step{
    Step::key_claim,      Step::window_gate,  Step::order_advance, Step::channel_charge,
    Step::channel_answer, Step::book_tx,      Step::key_finish,    Step::reply_send,
    Step::recon_scan,     Step::recon_fix,    Step::token_gap,     Step::naive_gap,
    Step::message_take,   Step::message_mark, Step::event_publish, Step::stock_reserve,
};

}  // namespace

std::string_view label(Step step) {
  switch (step) {
    case Step::key_claim: return "key.claim";
    case Step::window_gate: return "window.gate";
    case Step::stock_reserve: return "stock.reserve";
    case Step::order_advance: return "order.advance";
    case Step::channel_charge: return "channel.charge";
    case Step::channel_answer: return "channel.answer";
    case Step::book_tx: return "book.tx";
    case Step::key_finish: return "key.finish";
    case Step::reply_send: return "reply.send";
    case Step::recon_scan: return "recon.scan";
    case Step::token_gap: return "token.gap";
    case Step::naive_gap: return "naive.gap";
    case Step::recon_fix: return "recon.fix";
    case Step::message_take: return "message.take";
    case Step::message_mark: return "message.mark";
    case Step::event_publish: return "event.publish";
  }
  return "";
}

std::optional<Step> step_named(std::string_view wanted) {
  for (const Step step : every_step) {
    if (label(step) == wanted) return step;
  }
  return std::nullopt;
}

}  // namespace payonce
