#include "ledger/engine_consume.hpp"

#include <optional>

#include "ledger/engine_passage.hpp"
#include "ledger/journal/posting.hpp"
#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/unique_constraint.hpp"
#include "ledger/ledger.hpp"
#include "ledger/messages/gate.hpp"
#include "ledger/orders/attempt.hpp"
#include "ledger/orders/refund.hpp"

// The consumer `orders`: each event is the command of its name, and the state machine judges it like any other. What it refuses is
// early where the order has not come so far, out of date where something newer was seen, skipped where the order has no place for it
// any more; and where money was moved elsewhere that cannot be booked here, a person must look.
namespace payonce {
namespace {

Fate early(std::string_view reason) { return {Outcome::early, reason, true}; }
Fate failing(std::string_view reason) { return {Outcome::early, reason, false}; }
Fate parked(std::string_view reason) { return {Outcome::parked, reason}; }

/// Something newer of this order was consumed: then the order has passed by here, and nothing is missing.
Fate unless_older(Tx& tx, Passage& pay, const Message& message, Fate otherwise) {
  const auto newest = gate::newest(tx, message.consumer.text(), message.order.text());
  if (!newest || newest->version <= message.version) return otherwise;
  pay.note(Layer::state_machine, Finding::message_older);
  return {Outcome::out_of_date, otherwise.reason};
}

Fate applied(const Passage& pay) { return {Outcome::applied, pay.answer.reason}; }

/// A request as a command would make it; its fact is what the message says, so that no second message can book it again.
Request request_of(Verb verb, const Message& message) {
  return {.verb = verb,
          .tenant = Tenant::parse("tenant", ledger_tenant).value(),
          .key = IdempotencyKey::parse("key", "message", 1).value(),
          .target = message.order.text(),
          .amount = message.amount};
}

Fate created(Tx& tx, Passage& pay, const Message& message) {
  if (!message.buyer || !message.payee || !message.amount || *message.buyer == *message.payee ||
      message.amount->minor() < 1) {
    return parked("terms_missing");
  }
  (void)create_order(tx, pay, message.order, *message.buyer, *message.payee, *message.amount);
  const std::string_view reason = pay.answer.reason;
  switch (pay.answer.outcome) {
    case Outcome::created: return applied(pay);
    case Outcome::already_done: return {Outcome::already_done, reason};
    case Outcome::account_unknown: return failing(reason);
    case Outcome::out_of_order:
      if (reason == "tombstone") return {Outcome::skipped, reason};
      break;
    default: break;
  }
  return parked(reason);
}

Fate cancelled(Tx& tx, Passage& pay, const Message& message) {
  if (!pay.order) {
    if (!pay.settings.keeps(Layer::state_machine)) return {Outcome::skipped, "order"};
    if (gate::has_tombstone(tx, message.order.text())) return {Outcome::already_done, "tombstone"};
    gate::lay_tombstone(tx, message, pay.now_ns);
    pay.note(Layer::state_machine, Finding::tombstone_laid);
    return {Outcome::applied, "tombstone"};
  }
  (void)state_machine::cancel(tx, pay);
  switch (pay.answer.outcome) {
    case Outcome::cancelled:
    case Outcome::closing: return applied(pay);
    case Outcome::already_done: return {Outcome::already_done, pay.answer.reason};
    // A capture is under way: whether anything is left to cancel is known when it has ended.
    case Outcome::in_progress: return early(pay.answer.reason);
    default: break;
  }
  return unless_older(tx, pay, message, {Outcome::skipped, pay.answer.reason});
}

Fate shipped(Tx& tx, Passage& pay, const Message& message) {
  if (!pay.order) return early("order");
  (void)(state_machine::permit_ship(tx, pay) && covered(tx, pay) && state_machine::ship(tx, pay) &&
         unique_constraint::book(tx, pay));
  switch (pay.answer.outcome) {
    case Outcome::shipped: return applied(pay);
    case Outcome::already_done: return {Outcome::already_done, pay.answer.reason};
    case Outcome::period_closed: return early("period_closed");  // the revenue of an own sale; the books open again
    case Outcome::declined: return failing(pay.answer.reason);
    default: break;
  }
  const bool ended = pay.order->settled() || pay.order->status == orders::OrderStatus::cancelled ||
                     pay.order->status == orders::OrderStatus::expired;
  return ended ? unless_older(tx, pay, message, {Outcome::skipped, pay.answer.reason}) : early(pay.answer.reason);
}

/// What a payment or a refund was answered, as the fate of the message that asked for it.
Fate judged(Tx& tx, Passage& pay, const Message& message) {
  const std::string_view reason = pay.answer.reason;
  switch (pay.answer.outcome) {
    case Outcome::paid:
    case Outcome::refunded: return applied(pay);
    case Outcome::already_booked: return {Outcome::already_done, reason};
    case Outcome::already_paid: return unless_older(tx, pay, message, {Outcome::already_done, reason});
    case Outcome::order_unknown:
    case Outcome::in_progress:
    case Outcome::outcome_unknown: return early(reason);
    case Outcome::declined: return failing(reason);
    case Outcome::period_closed: return early("period_closed");  // the books open again by themselves
    case Outcome::out_of_order:
      // Money that was paid is not paid again where it has gone back since; and it is not forgotten where the order was cancelled.
      if (reason == "refunded") return unless_older(tx, pay, message, {Outcome::already_done, reason});
      if (reason == "cancelled" || reason == "expired") return unless_older(tx, pay, message, parked(reason));
      return early(reason);
    default: break;
  }
  return parked(reason);
}

/// What a channel moved, as its message names it.
ChannelAnswer evidence_of(const Passage& pay, const Message& message, const Money& amount) {
  return {.said = Said::approved,
          .channel_txn = message.channel_txn->text(),
          .amount = message.amount.value_or(amount),
          .at_ns = message.at_ns.value_or(pay.now_ns)};
}

Fate proven(Passage& pay, bool news) {
  // What it says cannot be true of our payment: another amount, another's number.
  if (pay.answer.outcome == Outcome::outcome_unknown) return parked(pay.answer.reason);
  return {news ? Outcome::applied : Outcome::already_done, pay.answer.reason};
}

Fate charged(Tx& tx, Passage& pay, const Message& message) {
  if (!message.reference || !message.channel_txn) return parked("terms_missing");
  pay.attempt = orders::find_attempt(tx, message.channel->text(), message.reference->text());
  if (!pay.attempt) return early("attempt");
  pay.order = orders::find_order(tx, pay.attempt->order_id);
  if (pay.order->number != message.order.text()) return parked("other_order");
  pay.fact = journal::payment_fact(pay.order->number);
  pay.fact_stands = unique_constraint::stands(tx, pay.settings, pay.fact);
  const bool news = static_cast<bool>(state_machine::settle(tx, pay, evidence_of(pay, message, pay.attempt->amount)));
  if (news) (void)unique_constraint::book(tx, pay);
  return proven(pay, news);
}

Fate paid(Tx& tx, Passage& pay, const Message& message) {
  if (message.channel) return charged(tx, pay, message);
  const Request request = request_of(Verb::pay, message);
  pay.request = &request;
  pay.fact = journal::payment_fact(message.order.text());
  (void)(state_machine::permit(tx, pay) && unique_constraint::look(tx, pay) && covered(tx, pay) &&
         state_machine::advance(tx, pay) && unique_constraint::book(tx, pay));
  pay.request = nullptr;
  return judged(tx, pay, message);
}

/// One of this channel whose number is not known yet may be the very one that the message tells.
bool one_under_way(View& view, const orders::Order& order, std::string_view channel) {
  for (const orders::Refund& refund : orders::refunds_of(view, order.id)) {
    if (refund.open() && refund.channel == channel) return true;
  }
  return false;
}

std::optional<orders::Refund> refund_told(View& view, const Message& message, const orders::Order& order) {
  if (message.reference) return orders::find_refund(view, message.channel->text(), message.reference->text());
  for (orders::Refund& refund : orders::refunds_of(view, order.id)) {
    if (refund.channel == message.channel->text() && refund.channel_txn == message.channel_txn->text()) {
      return std::move(refund);
    }
  }
  return std::nullopt;
}

/// A refund that was made at the channel and never asked for here: accepted and confirmed in one transaction, under its number.
Fate made_elsewhere(Tx& tx, Passage& pay, const Message& message) {
  if (!message.amount) return parked("terms_missing");
  if (one_under_way(tx, *pay.order, message.channel->text())) return early("refund_under_way");
  Request request = request_of(Verb::refund, message);
  request.reference = message.channel_txn;
  pay.request = &request;
  pay.fact = message.order.text() + ".refund." + message.channel->text() + "-" + message.channel_txn->text();
  pay.key_hash = key_hash(ledger_tenant, pay.fact);
  bool begun = false;
  if (state_machine::permit_refund(tx, pay) && unique_constraint::look(tx, pay) && covered(tx, pay)) {
    if (pay.refund->channel != message.channel->text()) {
      pay.request = nullptr;
      return parked("channel");
    }
    begun = state_machine::begin_refund(tx, pay) && unique_constraint::book(tx, pay);
  }
  pay.request = nullptr;
  if (!begun) return judged(tx, pay, message);
  const bool news =
      static_cast<bool>(state_machine::settle_refund(tx, pay, evidence_of(pay, message, *message.amount)));
  if (news) (void)unique_constraint::book(tx, pay);
  return proven(pay, news);
}

Fate given_back_outside(Tx& tx, Passage& pay, const Message& message) {
  if (!message.channel_txn) return parked("terms_missing");
  if (!pay.order) return early("order");
  pay.refund = refund_told(tx, message, *pay.order);
  if (!pay.refund) return message.reference ? early("attempt") : made_elsewhere(tx, pay, message);
  if (pay.refund->order_id != pay.order->id) return parked("other_order");
  if (pay.refund->status == orders::RefundStatus::requested) return early("refund_under_way");
  const bool news =
      static_cast<bool>(state_machine::settle_refund(tx, pay, evidence_of(pay, message, pay.refund->amount)));
  if (news) (void)unique_constraint::book(tx, pay);
  return proven(pay, news);
}

Fate refunded(Tx& tx, Passage& pay, const Message& message) {
  if (message.channel) return given_back_outside(tx, pay, message);
  if (!message.amount || message.amount->minor() < 1) return parked("terms_missing");
  Request request = request_of(Verb::refund, message);
  request.reference =
      message.reference ? *message.reference : Reference::parse("ref", "v" + std::to_string(message.version)).value();
  pay.request = &request;
  pay.fact = fact_of(request, pay.key_hash);
  bool elsewhere = false;
  if (state_machine::permit_refund(tx, pay) && unique_constraint::look(tx, pay) && covered(tx, pay)) {
    elsewhere = pay.refund->channel.has_value();
    if (!elsewhere) (void)(state_machine::refund_at_once(tx, pay) && unique_constraint::book(tx, pay));
  }
  pay.request = nullptr;
  return elsewhere ? parked("channel") : judged(tx, pay, message);
}

}  // namespace

Fate apply_to_order(Tx& tx, Passage& pay, const Message& message) {
  if (message.channel && !find_channel(tx, message.channel->text())) return parked("channel");
  pay.source = orders::Source::notice;  // as a channel's own message
  pay.order = orders::find_order(tx, message.order.text());
  if (pay.order) pay.answer.amount = pay.order->due;
  if (message.event == event_created) return created(tx, pay, message);
  if (message.event == event_cancelled || message.event == event_expired) return cancelled(tx, pay, message);
  const bool never =
      !pay.order && pay.settings.keeps(Layer::state_machine) && gate::has_tombstone(tx, message.order.text());
  // It shall not be made any more: what waited for it would wait in vain, and money must not be forgotten.
  if (never && message.event == event_shipped) return {Outcome::skipped, "tombstone"};
  if (never && (message.event == event_paid || message.event == event_refunded)) return parked("tombstone");
  if (message.event == event_paid) return paid(tx, pay, message);
  if (message.event == event_shipped) return shipped(tx, pay, message);
  if (message.event == event_refunded) return refunded(tx, pay, message);
  return parked("event_unknown");
}

Fate follow(Tx& tx, Passage& pay, const Message& message) {
  if (gate::follow(tx, message, pay.now_ns)) {
    pay.note(Layer::state_machine, Finding::message_newest);
    return {};
  }
  pay.note(Layer::state_machine, Finding::message_older);
  return {Outcome::out_of_date, {}};
}

}  // namespace payonce
