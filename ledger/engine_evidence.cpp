#include "ledger/engine.hpp"
#include "ledger/journal/posting.hpp"
#include "ledger/layer.hpp"
#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/unique_constraint.hpp"
#include "ledger/orders/suspense.hpp"

// What a channel says of its own accord, or when it is asked about what we had concluded from its silence: evidence, applied
// through the same steps as an answer, under no claim. Each is applied once, however often it comes.
namespace payonce {
namespace {

/// What a channel answered when it was asked, as its own statement would say it.
ChannelLine line_of(Movement movement, const std::string& reference, const Money& amount, const ChannelAnswer& said) {
  return {.movement = movement,
          .reference = reference,
          .channel_txn = said.channel_txn,
          .amount = said.amount.value_or(amount),
          .at_ns = said.at_ns};
}

/// And the other way round: what its statement holds, as if it had answered so.
ChannelAnswer approved(const ChannelLine& line) {
  return {.said = Said::approved, .channel_txn = line.channel_txn, .amount = line.amount, .at_ns = line.at_ns};
}

void settle_evidence(Tx& tx, Passage& going, const ChannelAnswer& said) {
  going.order = orders::find_order(tx, going.attempt->order_id);
  going.fact_stands = unique_constraint::stands(tx, going.settings, journal::payment_fact(going.order->number));
  if (state_machine::settle_operation(tx, going, said)) (void)unique_constraint::book(tx, going);
}

}  // namespace

Engine::Evidence Engine::apply_elsewhere(Tx& tx, Passage& going, const std::string& channel, const ChannelLine& line) {
  if (line.movement != Movement::capture) return Evidence::not_ours;
  const ChannelAnswer said = approved(line);
  going.attempt = orders::find_attempt(tx, channel, line.original);
  if (!going.attempt) return Evidence::not_ours;
  const orders::Attempt& attempt = *going.attempt;
  // Ours comes first, where one is open.
  if (orders::open_operation(tx, attempt.id) || line.amount.currency() != attempt.amount.currency()) {
    return Evidence::contradicts;
  }
  if (!attempt.holding()) {  // captured of nothing that is held here: it is nobody's until somebody knows more
    going.order = orders::find_order(tx, attempt.order_id);
    if (state_machine::stray(tx, going, said, channel, line.reference, {.in = true, .amount = line.amount})) {
      (void)unique_constraint::book(tx, going);
    }
    return Evidence::applied;
  }
  if (line.amount.minor() > attempt.held().minor()) return Evidence::contradicts;
  going.order = orders::find_order(tx, attempt.order_id);
  tx.because("elsewhere");
  orders::Operation operation{.attempt_id = attempt.id,
                              .business_key = going.order->number + ".capture-at." + line.channel_txn,
                              .channel = channel,
                              .reference = line.reference,
                              .amount = line.amount,
                              .holder = attempt.holder};
  orders::insert_operation(tx, operation, attempt, moment(world_));
  going.operation = operation;
  settle_evidence(tx, going, said);
  return going.answer.outcome == Outcome::outcome_unknown ? Evidence::contradicts : Evidence::applied;
}

Engine::Evidence Engine::apply(const std::string& channel, const ChannelLine& line, orders::Source source) {
  const ChannelAnswer said = approved(line);
  return ledger_.store().atomically([&](Tx& tx) {
    Passage going = enter(nullptr);
    going.source = source;
    if (line.movement == Movement::charge || line.movement == Movement::authorise) {
      going.attempt = orders::find_attempt(tx, channel, line.reference);
      if (!going.attempt) return Evidence::not_ours;
      going.order = orders::find_order(tx, going.attempt->order_id);
      going.fact = journal::payment_fact(going.order->number);
      going.fact_stands = unique_constraint::stands(tx, going.settings, going.fact);
      if (state_machine::settle(tx, going, said)) (void)unique_constraint::book(tx, going);
    } else if (line.movement != Movement::refund) {
      going.operation = orders::find_operation(tx, channel, line.reference);
      if (!going.operation) return apply_elsewhere(tx, going, channel, line);
      going.attempt = orders::find_attempt(tx, going.operation->attempt_id);
      settle_evidence(tx, going, said);
    } else {
      going.refund = orders::find_refund(tx, channel, line.reference);
      if (!going.refund || going.refund->status == orders::RefundStatus::requested) return Evidence::not_ours;
      if (state_machine::settle_refund(tx, going, said)) (void)unique_constraint::book(tx, going);
    }
    // What it says cannot be true of our payment: another amount, another's number.
    return going.answer.outcome == Outcome::outcome_unknown ? Evidence::contradicts : Evidence::applied;
  });
}

bool Engine::take_statement_line(const std::string& channel, const ChannelLine& line) {
  return apply(channel, line, orders::Source::statement) == Evidence::applied;
}

Recovery Engine::take_notices(const std::string& name) {
  Recovery recovery;
  Channel* channel = channel_of_(name);
  if (channel == nullptr) return recovery;
  for (const ChannelLine& notice : channel->notices()) {
    Evidence evidence = Evidence::contradicts;
    try {
      evidence = apply(name, notice, orders::Source::notice);
    } catch (const StorageTrouble& met) {
      if (met.kind() != StorageTrouble::Kind::refused) throw;  // one that the file refuses stops none of the others
    }
    if (evidence != Evidence::applied) {
      recovery.notices_unknown += 1;  // it stays with the channel
      continue;
    }
    channel->acknowledge(notice);  // only behind the commit: a crash before it brings the notice once more
    recovery.notices_taken += 1;
  }
  return recovery;
}

void Engine::ask_once_more(Recovery& recovery, const std::string& what, const std::string& name,
                           const ChannelRequest& sent) {
  Channel* channel = channel_of_(name);
  if (channel == nullptr) return;
  const ChannelAnswer said = channel->query(sent.movement, sent.reference);
  if (said.said != Said::approved) return;
  // What nothing of ours could take stands in suspense since it was last asked about.
  if (ledger_.store().reading([&](View& view) { return !orders::find_suspense(view, name, said.channel_txn).empty(); }))
    return;
  one(recovery, what, [&] {
    const ChannelLine line = line_of(sent.movement, sent.reference, sent.amount, said);
    return apply(name, line, orders::Source::query) == Evidence::applied ? Ended::yes : Ended::given_up;
  });
}

void Engine::ask_about_conclusions(Recovery& recovery) {
  // A quarter of a year: longer than any statement is late, and such conclusions are few.
  const std::int64_t since_ns = world_.wall_ns() - days(90).ns;
  Store& store = ledger_.store();
  for (const std::int64_t id :
       store.reading([since_ns](View& view) { return orders::concluded_attempts(view, since_ns); })) {
    const auto attempt = store.reading([id](View& view) { return orders::find_attempt(view, id); });
    const Movement movement = attempt->purpose == orders::Purpose::authorise ? Movement::authorise : Movement::charge;
    ask_once_more(recovery, "attempt " + std::to_string(id), attempt->channel,
                  {.movement = movement, .reference = attempt->reference, .original = {}, .amount = attempt->amount});
  }
  for (const std::int64_t id :
       store.reading([since_ns](View& view) { return orders::concluded_captures(view, since_ns); })) {
    const auto capture = store.reading([id](View& view) { return orders::find_operation(view, id); });
    ask_once_more(
        recovery, "operation " + std::to_string(id), capture->channel,
        {.movement = Movement::capture, .reference = capture->reference, .original = {}, .amount = capture->amount});
  }
  for (const std::int64_t id :
       store.reading([since_ns](View& view) { return orders::concluded_refunds(view, since_ns); })) {
    const auto refund = store.reading([id](View& view) { return orders::find_refund(view, id); });
    ask_once_more(
        recovery, "refund " + std::to_string(id), *refund->channel,
        {.movement = Movement::refund, .reference = *refund->reference, .original = {}, .amount = refund->amount});
  }
}

void Engine::ask_about_contradictions(Recovery& recovery) {
  for (const std::int64_t id :
       ledger_.store().reading([](View& view) { return orders::contradicted_attempts(view); })) {
    const auto attempt = ledger_.store().reading([&](View& view) { return orders::find_attempt(view, id); });
    Channel* channel = channel_of_(attempt->channel);
    if (channel == nullptr) continue;
    const bool holds = attempt->purpose == orders::Purpose::authorise;
    const Movement movement = holds ? Movement::authorise : Movement::charge;
    const ChannelAnswer said = channel->query(movement, attempt->reference);
    const bool failed = attempt->status == orders::AttemptStatus::failed;
    // A hold that is over agrees with both: it was held, and nothing of it is left.
    const bool same = said.said == (failed ? Said::declined : Said::approved) || (holds && said.said == Said::gone);
    const bool amount_differs = said.amount && *said.amount != attempt->amount;
    one(recovery, "attempt " + std::to_string(id), [&] {
      if (same && !amount_differs) {
        ledger_.store().atomically([&](Tx& tx) {
          auto now = orders::find_attempt(tx, id);
          tx.because("query");
          orders::confirm(tx, *now, orders::Source::query, world_.wall_ns());
        });
        return Ended::yes;
      }
      if (!failed || said.said != Said::approved) return Ended::not_yet;  // a person must look
      const ChannelLine line = line_of(movement, attempt->reference, attempt->amount, said);
      return apply(attempt->channel, line, orders::Source::query) == Evidence::applied ? Ended::yes : Ended::not_yet;
    });
  }
}

}  // namespace payonce
