#include "ledger/engine.hpp"

#include "ledger/clock.hpp"
#include "ledger/defences/token_permit.hpp"
#include "ledger/engine_passage.hpp"
#include "ledger/engine_permits.hpp"
#include "ledger/journal/chart.hpp"
#include "ledger/journal/posting.hpp"
#include "ledger/layers/dedup_window.hpp"
#include "ledger/layers/idempotency_key.hpp"
#include "ledger/layers/retention.hpp"
#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/unique_constraint.hpp"
#include "ledger/values/invariant.hpp"

// The picture: a request meets the layers in this order. Reading comes first, writing last, and within one transaction.
namespace payonce {

Engine::Engine(Ledger& ledger, World& world, ChannelOf channel_of)
    : ledger_(ledger),
      world_(world),
      channel_of_(std::move(channel_of)),
      strict_(ledger.settings().strict()),
      witnessed_ns_(ledger.store().reading(
          [&](View& view) { return idempotency_key::retention_time(view, world, ledger.settings()).now_ns; })) {}

Reply Engine::ask(const Request& request) {
  invariant(!fault_in(request), "the request is well formed");
  if (auto told = told_before(request)) return *std::move(told);
  if (auto told = disbelieved(&request)) return *std::move(told);
  const TokenTaking taking = ledger_.settings().token_taking;
  if (request.token && (taking == TokenTaking::get_then_delete || taking == TokenTaking::delete_first)) {
    return ask_with_naive_token(request);
  }
  Reply reply = ask_once(request);
  // Somebody else's attempt stands in the way, and its holder may be dead: what became of it is found out, then asked again.
  if (blocked_ && unblock()) reply = ask_once(request);
  return reply;
}

std::optional<Reply> Engine::told_before(const Request& request) {
  Passage pay = enter(&request);
  if (!ledger_.store().reading([&](View& view) { return idempotency_key::recall(view, pay); })) return std::nullopt;
  return leave(pay);
}

std::optional<Reply> Engine::disbelieved(const Request* request) {
  if (ledger_.laboratory()) return std::nullopt;
  const std::int64_t wall = world_.wall_ns();
  if (clock_in_range(wall) && wall <= believed_until_ns_) return std::nullopt;
  const ClockCheck check = ledger_.store().reading(
      [&](View& view) { return check_clock(view, world_, ledger_.settings(), ledger_.laboratory()); });
  if (check.says == ClockSays::believed) {
    believed_until_ns_ = check.last_ns + ledger_.settings().clock_lead.ns;
    return std::nullopt;
  }
  Passage pay = enter(request);
  (void)pay.say(Layer::journal, Outcome::unavailable, "clock");
  return leave(pay);
}

Reply Engine::ask_once(const Request& request) {
  blocked_.reset();
  if (auto told = seen_before(request)) return *std::move(told);
  switch (request.verb) {
    case Verb::pay: return request.via ? pay_by_channel(request) : pay_from_balance(request);
    case Verb::authorise: return pay_by_channel(request);
    case Verb::refund: return refund(request);
    case Verb::capture: return operate(request, orders::OperationKind::capture);
    case Verb::void_hold: return operate(request, orders::OperationKind::void_hold);
    default: break;  // moves, and what is booked beside payments
  }
  return move(request);
}

Reply Engine::pay_from_balance(const Request& request) {
  Passage done = ledger_.store().atomically([&](Tx& tx) {
    Passage pay = enter(&request);
    if (let_in(tx, pay) && state_machine::permit(tx, pay) && unique_constraint::look(tx, pay) && covered(tx, pay) &&
        state_machine::advance(tx, pay) && unique_constraint::book(tx, pay)) {
      dedup_window::enter(tx, pay);
    }
    spend(tx, pay);
    end(tx, pay);
    return pay;
  });
  blocked_ = done.blocked_by;
  return tell(done);
}

Reply Engine::pay_by_channel(const Request& request) {
  bool outside = false;
  bool asked_before = false;
  Passage pay = ledger_.store().atomically([&](Tx& tx) {
    Passage going = enter(&request);
    outside = let_in(tx, going) && state_machine::permit_outside(tx, going) &&
              (going.attempt || (unique_constraint::look(tx, going) && dated(tx, going))) &&
              (asked_before = going.attempt.has_value(), state_machine::begin(tx, going));
    if (outside) {
      dedup_window::enter(tx, going);
      token::take(tx, going);
      idempotency_key::reserve(tx, going);
    } else {
      spend(tx, going);
      end(tx, going);
    }
    return going;
  });
  blocked_ = pay.blocked_by;
  return outside ? settle_payment(pay, asked_before, true) : tell(pay);
}

Reply Engine::settle_payment(Passage& pay, bool asked_before, bool may_resend) {
  const bool holds = pay.attempt->purpose == orders::Purpose::authorise;
  const std::int64_t attempt_id = pay.attempt->id;
  const ChannelRequest question{.movement = holds ? Movement::authorise : Movement::charge,
                                .reference = pay.attempt->reference,
                                .original = {},
                                .amount = pay.attempt->amount,
                                .hold = pay.attempt->hold.value_or(Duration{})};
  const ChannelAnswer said =
      ask_channel(pay, question, pay.attempt->channel, pay.attempt->dispatched, asked_before, may_resend);
  const Reply reply = under_claim(pay, said, [&](Tx& tx, Passage& settling) {
    settling.fact_stands = unique_constraint::stands(tx, settling.settings, settling.fact);
    if (state_machine::settle(tx, settling, said)) (void)unique_constraint::book(tx, settling);
  });
  // Held too late for an order that has moved on: nobody's money is kept back for nothing. A crash leaves it to recover.
  if (holds && reply.outcome == Outcome::out_of_order) (void)free_hold(attempt_id);
  return reply;
}

Reply Engine::refund(const Request& request) {
  bool outside = false;
  bool asked_before = false;
  Passage pay = ledger_.store().atomically([&](Tx& tx) {
    Passage going = enter(&request);
    outside = false;
    if (let_in(tx, going) && state_machine::permit_refund(tx, going) && unique_constraint::look(tx, going) &&
        covered(tx, going)) {
      outside = going.refund->channel.has_value();
      asked_before = going.refund->id != 0;
      if (outside ? state_machine::begin_refund(tx, going) : state_machine::refund_at_once(tx, going)) {
        (void)unique_constraint::book(tx, going);
        dedup_window::enter(tx, going);
      }
    }
    outside ? token::take(tx, going) : spend(tx, going);
    outside ? idempotency_key::reserve(tx, going) : end(tx, going);
    return going;
  });
  return outside ? settle_refund(pay, asked_before) : tell(pay);
}

Reply Engine::settle_refund(Passage& pay, bool asked_before) {
  const ChannelRequest question{.movement = Movement::refund,
                                .reference = *pay.refund->reference,
                                .original = ledger_.store().reading([&](View& view) {
                                  return orders::find_attempt(view, *pay.refund->attempt_id)->reference;
                                }),
                                .amount = pay.refund->amount};
  const ChannelAnswer said =
      ask_channel(pay, question, *pay.refund->channel, *pay.refund->dispatched, asked_before, true);
  return under_claim(pay, said, [&](Tx& tx, Passage& settling) {
    if (state_machine::settle_refund(tx, settling, said)) (void)unique_constraint::book(tx, settling);
  });
}

Reply Engine::move(const Request& request) {
  Passage done = ledger_.store().atomically([&](Tx& tx) {
    Passage moving = enter(&request);
    if (let_in(tx, moving) && drafted(tx, moving) && unique_constraint::look(tx, moving) && covered(tx, moving) &&
        (!moving.effect || moving.effect(tx, moving))) {
      (void)moving.say(Layer::journal, Outcome::booked);
      (void)unique_constraint::book(tx, moving);
      dedup_window::enter(tx, moving);
    }
    spend(tx, moving);
    end(tx, moving);
    return moving;
  });
  return tell(done);
}

}  // namespace payonce
