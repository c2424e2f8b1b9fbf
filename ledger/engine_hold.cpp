#include <algorithm>

#include "ledger/defences/token_permit.hpp"
#include "ledger/engine.hpp"
#include "ledger/engine_passage.hpp"
#include "ledger/engine_permits.hpp"
#include "ledger/journal/posting.hpp"
#include "ledger/layers/dedup_window.hpp"
#include "ledger/layers/idempotency_key.hpp"
#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/unique_constraint.hpp"
#include "ledger/values/invariant.hpp"

// Money that is held: captured, freed, closed, in two phases like a payment; and what the ledger asks for of its own accord.
namespace payonce {
Reply Engine::operate(const Request& request, orders::OperationKind kind, std::optional<std::int64_t> attempt_id) {
  bool outside = false;
  bool asked_before = false;
  Passage pay = ledger_.store().atomically([&](Tx& tx) {
    Passage going = enter(&request);
    going.asks = kind;
    if (attempt_id) {
      going.attempt = orders::find_attempt(tx, *attempt_id);
      going.fact = request.key.text();  // the ledger is its own client here: its key is the fact
    }
    outside = let_in(tx, going) && state_machine::permit_operation(tx, going) && unique_constraint::look(tx, going) &&
              (going.operation->id != 0 || attempt_id || dated(tx, going)) &&
              (asked_before = going.operation->id != 0, state_machine::begin_operation(tx, going));
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
  return outside ? settle_operation(pay, asked_before) : tell(pay);
}

Reply Engine::settle_operation(Passage& pay, bool asked_before) {
  const orders::Operation operation = *pay.operation;
  const ChannelRequest question{.movement = movement_of(operation.kind),
                                .reference = operation.reference,
                                .original = pay.attempt->reference,
                                .amount = operation.amount,
                                .last = operation.last};
  const ChannelAnswer said = ask_channel(pay, question, operation.channel, operation.dispatched, asked_before, true);
  return under_claim(pay, said, [&](Tx& tx, Passage& settling) {
    settling.fact_stands =
        unique_constraint::stands(tx, settling.settings, journal::payment_fact(settling.order->number));
    if (state_machine::settle_operation(tx, settling, said)) (void)unique_constraint::book(tx, settling);
  });
}

Engine::Ended Engine::end_operation(std::int64_t operation_id, bool by_operator, Reply* reply) {
  bool ours = false;
  Passage pay = ledger_.store().atomically([&](Tx& tx) {
    Passage going = enter(nullptr);
    going.operation = orders::find_operation(tx, operation_id);
    invariant(going.operation.has_value(), "an operation is kept for ever");
    going.attempt = orders::find_attempt(tx, going.operation->attempt_id);
    going.order = orders::find_order(tx, going.attempt->order_id);
    going.key_hash = going.operation->holder;
    going.fact = going.operation->business_key;
    going.answer.subject_kind = "order";
    going.answer.subject = going.order->number;
    going.answer.amount = going.operation->amount;
    ours = static_cast<bool>(idempotency_key::take_over(tx, going, by_operator));
    return going;
  });
  if (!ours) {
    if (reply != nullptr) *reply = leave(pay);
    return pay.answer.reason == "given_up" ? Ended::given_up : Ended::in_flight;
  }
  const Reply said = settle_operation(pay, true);
  if (reply != nullptr) *reply = said;
  return ended(said);
}

Engine::Ended Engine::of_its_own_accord(std::int64_t attempt_id, orders::OperationKind kind, std::string_view word) {
  const auto found = ledger_.store().reading([&](View& view) {
    const auto attempt = orders::find_attempt(view, attempt_id);
    invariant(attempt.has_value(), "an attempt is kept for ever");
    const auto order = orders::find_order(view, attempt->order_id);
    return std::tuple(*attempt, order->number, orders::next_operation(view, attempt_id));
  });
  const auto& [attempt, order_no, n] = found;
  const auto tenant = Tenant::parse("tenant", ledger_tenant);
  // Whoever is at it at the same moment has the same key: it is asked once.
  const auto key = IdempotencyKey::parse(
      "key", order_no + "." + std::string(word) + "." + std::to_string(attempt.n) + "." + std::to_string(n), 1);
  invariant(tenant && key, "an order's number begins a well-formed key");
  const Request request{.verb = Verb::void_hold, .tenant = *tenant, .key = *key, .target = order_no};
  const Reply said = operate(request, kind, attempt_id);
  if (said.outcome == Outcome::voided || said.outcome == Outcome::cancelled) return Ended::yes;
  return said.outcome == Outcome::in_progress ? Ended::in_flight : Ended::not_yet;
}

Engine::Ended Engine::free_hold(std::int64_t attempt_id) {
  const Ended lapsed = lapse_hold(attempt_id);
  if (lapsed != Ended::not_yet) return lapsed;
  return of_its_own_accord(attempt_id, orders::OperationKind::void_hold, "free");
}

Engine::Ended Engine::lapse_hold(std::int64_t attempt_id) {
  const auto attempt = ledger_.store().reading([&](View& view) { return orders::find_attempt(view, attempt_id); });
  invariant(attempt.has_value(), "an attempt is kept for ever");
  if (!attempt->holding()) return Ended::yes;
  Channel* channel = channel_of_(attempt->channel);
  if (channel == nullptr) return Ended::not_yet;
  world_.step(Step::channel_charge);
  const ChannelAnswer said = channel->query(Movement::authorise, attempt->reference);
  world_.step(Step::channel_answer);
  if (said.said != Said::gone) return Ended::not_yet;
  return ledger_.store().atomically([&](Tx& tx) {
    Passage going = enter(nullptr);
    going.source = orders::Source::query;
    going.attempt = attempt;
    if (!state_machine::lapse(tx, going, said)) return Ended::in_flight;
    (void)unique_constraint::book(tx, going);
    return Ended::yes;
  });
}

Engine::Ended Engine::close_attempt(std::int64_t attempt_id) {
  const Ended closed = of_its_own_accord(attempt_id, orders::OperationKind::close, "close");
  if (closed == Ended::in_flight) return closed;
  // Closed, or too late because it was paid: either way its channel knows now, and whoever waits for it is told.
  return end_attempt(attempt_id, false, false, nullptr);
}

std::set<std::int64_t> Engine::sweep_expired() {
  const std::int64_t now_ns = world_.wall_ns();
  std::set<std::int64_t> over =
      ledger_.store().reading([](View& view) { return orders::orders_closing_for_expiry(view); });
  for (const std::int64_t id :
       ledger_.store().reading([&](View& view) { return orders::orders_to_expire(view, now_ns); })) {
    bool ended = false;
    ledger_.store().atomically([&](Tx& tx) {
      Passage going = enter(nullptr);
      going.order = orders::find_order(tx, id);
      ended = state_machine::expire(tx, going);
    });
    if (ended) over.insert(id);
  }
  return over;
}

std::int64_t Engine::expired_of(const std::set<std::int64_t>& of) {
  return ledger_.store().reading([&](View& view) {
    return std::count_if(of.begin(), of.end(), [&](std::int64_t id) {
      return orders::find_order(view, id)->status == orders::OrderStatus::expired;
    });
  });
}

void Engine::end_holds(Recovery& recovery, const Seen& seen) {
  const auto read = [&](auto&& find) { return ledger_.store().reading(find); };
  for (const std::int64_t id : read([](View& view) { return orders::open_attempts_of_closing(view); })) {
    if (!seen.unanswered.contains(id)) continue;  // not due yet, or its holder is alive
    one(recovery, "attempt " + std::to_string(id), [&] { return close_attempt(id); });
  }
  for (const std::int64_t id : read([](View& view) { return orders::holds_to_free(view); })) {
    one(recovery, "hold " + std::to_string(id), [&] { return free_hold(id); });
  }
  const std::int64_t now_ns = world_.wall_ns();
  for (const std::int64_t id : read([&](View& view) { return orders::holds_past_end(view, now_ns); })) {
    one(recovery, "hold " + std::to_string(id), [&] { return lapse_hold(id); });
  }
}

}  // namespace payonce
