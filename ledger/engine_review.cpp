#include "ledger/engine.hpp"
#include "ledger/engine_passage.hpp"
#include "ledger/journal/posting.hpp"
#include "ledger/layers/idempotency_key.hpp"
#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/unique_constraint.hpp"
#include "ledger/values/invariant.hpp"

// What a person decides where nobody else can tell any more: the same steps as for a channel's answer, by another source.
namespace payonce {
namespace {

/// The one thing of an order, or under a reference, that waits for a person.
struct Subject {
  std::optional<orders::Attempt> attempt;
  std::optional<orders::Operation> operation;
  std::optional<orders::Refund> refund;
  [[nodiscard]] bool found() const { return attempt || operation || refund; }
};

Subject by_reference(View& view, const std::string& reference) {
  Subject subject;
  for (const ChannelRow& channel : list_channels(view)) {
    subject.attempt = orders::find_attempt(view, channel.name, reference);
    subject.operation = orders::find_operation(view, channel.name, reference);
    subject.refund = orders::find_refund(view, channel.name, reference);
    if (subject.found()) break;
  }
  return subject;
}

/// What a person gave up may be corrected, and waits for nobody. An order's name means it only where nothing of the order was sent
/// behind it: a correction that is asked for twice must not go on to an older one. Those are named by their reference.
Subject correctable_in(View& view, const orders::Order& order) {
  Subject subject;
  std::vector<orders::Refund> refunds = orders::refunds_of(view, order.id);
  std::vector<orders::Operation> operations = orders::operations_of(view, order.id);
  std::vector<orders::Attempt> attempts = orders::attempts_of(view, order.id);
  const auto manual = [](const auto& row) { return row.decided_by == orders::Source::manual; };
  if (!refunds.empty()) {
    if (refunds.back().owed && manual(refunds.back())) subject.refund = std::move(refunds.back());
  } else if (!operations.empty()) {
    orders::Operation& last = operations.back();
    const bool failed = last.kind == orders::OperationKind::capture && last.status == orders::OperationStatus::failed;
    if (failed && manual(last) && last.attempt_id == attempts.back().id) subject.operation = std::move(last);
  } else if (!attempts.empty()) {
    if (attempts.back().concluded() && manual(attempts.back())) subject.attempt = std::move(attempts.back());
  }
  return subject;
}

/// What is open comes first, then what is contradicted; where somebody says that it happened, then what was given up.
Subject waiting_in(View& view, const orders::Order& order, bool succeeded) {
  Subject subject;
  subject.attempt = orders::open_attempt(view, order.id);
  if (subject.attempt) return subject;
  for (orders::Operation& operation : orders::operations_of(view, order.id)) {
    if (!operation.open()) continue;
    subject.operation = std::move(operation);
    return subject;
  }
  for (orders::Refund& refund : orders::refunds_of(view, order.id)) {
    if (!refund.open()) continue;
    subject.refund = std::move(refund);
    return subject;
  }
  for (orders::Attempt& attempt : orders::attempts_of(view, order.id)) {
    if (!attempt.needs_review || attempt.concluded()) continue;
    subject.attempt = std::move(attempt);
    return subject;
  }
  return succeeded ? correctable_in(view, order) : subject;
}

bool open(const Subject& subject) {
  if (subject.attempt) return subject.attempt->open();
  return subject.operation ? subject.operation->open() : subject.refund->open();
}

/// A status that was contradicted and that the person finds right.
bool confirmed(Tx& tx, Passage& pay, bool succeeded, const ChannelAnswer& said) {
  orders::Attempt& attempt = *pay.attempt;
  if (attempt.open() || (attempt.status != orders::AttemptStatus::failed) != succeeded) return false;
  if (!succeeded && said.said == Said::approved) return false;
  if (!attempt.concluded()) {
    tx.because("manual", orders::record_evidence(tx, orders::Source::manual, attempt.channel,
                                                 "confirmed " + attempt.reference + ": " + pay.words, pay.now_ns));
    orders::confirm(tx, attempt, orders::Source::manual, pay.now_ns);
  }
  (void)pay.say(Layer::state_machine, Outcome::already_done, "confirmed");
  return true;
}

}  // namespace

ChannelAnswer Engine::ask_first(const Passage& pay, const std::string& reference) {
  const auto named = pay.operation ? std::optional(pay.operation->channel)
                     : pay.refund  ? pay.refund->channel
                                   : std::optional(pay.attempt->channel);
  Channel* channel = named ? channel_of_(*named) : nullptr;
  if (channel == nullptr) return {.said = Said::not_sent};
  const bool holds = pay.attempt && pay.attempt->purpose == orders::Purpose::authorise;
  const Movement movement = pay.operation ? movement_of(pay.operation->kind)
                            : pay.refund  ? Movement::refund
                            : holds       ? Movement::authorise
                                          : Movement::charge;
  world_.step(Step::channel_charge);
  const ChannelAnswer told = channel->query(movement, reference);
  world_.step(Step::channel_answer);
  return told;
}

Reply Engine::review(const std::string& wanted, bool succeeded, const std::string& reason) {
  bool ours = false;
  std::string reference;
  Passage pay = ledger_.store().atomically([&](Tx& tx) {
    Passage going = enter(nullptr);
    going.source = orders::Source::manual;
    going.words = reason;
    going.answer.subject_kind = "order";
    going.answer.subject = wanted;
    ours = false;
    const auto order = orders::find_order(tx, wanted);
    Subject subject = order ? waiting_in(tx, *order, succeeded) : by_reference(tx, wanted);
    if (!subject.found()) {
      order ? (void)going.say(Layer::state_machine, Outcome::already_done, "nothing_to_review")
            : (void)going.say(Layer::state_machine, Outcome::order_unknown, "order");
      return going;
    }
    going.operation = subject.operation;
    going.refund = subject.refund;
    going.attempt = subject.operation ? orders::find_attempt(tx, subject.operation->attempt_id) : subject.attempt;
    going.order = orders::find_order(tx, going.attempt ? going.attempt->order_id : going.refund->order_id);
    going.answer.subject = going.order->number;
    going.fact = journal::payment_fact(going.order->number);
    const orders::Holder* holder = going.operation ? &going.operation->holder
                                   : going.refund  ? (going.refund->holder ? &*going.refund->holder : nullptr)
                                                   : &going.attempt->holder;
    reference = going.operation ? going.operation->reference
                : going.refund  ? going.refund->reference.value_or(going.refund->cause_key)
                                : going.attempt->reference;
    if (holder == nullptr) {
      (void)going.say(Layer::state_machine, Outcome::out_of_order, "requested");
      return going;
    }
    going.key_hash = *holder;
    // What has ended has its answer; only what is open has a claim to take over.
    ours = !open(subject) || static_cast<bool>(idempotency_key::take_over(tx, going, true));
    return going;
  });
  if (!ours) return leave(pay);
  // There is no number of the channel's own: ours stands in its place, marked.
  ChannelAnswer said{.said = succeeded ? Said::approved : Said::declined,
                     .channel_txn = succeeded ? std::string(orders::by_person) + reference : ""};
  // A person decides where the channel cannot tell: it is asked first, and what it knows stands.
  if (const ChannelAnswer told = ask_first(pay, reference);
      told.said == Said::approved || told.said == Said::declined) {
    // Where both say that it happened, the stronger word is the person's; that it did not is known from the channel alone.
    if (!succeeded || told.said == Said::declined) pay.source = orders::Source::query;
    said = told;
  }
  Reply reply = under_claim(pay, said, [&](Tx& tx, Passage& settling) {
    settling.fact_stands =
        unique_constraint::stands(tx, settling.settings, journal::payment_fact(settling.order->number));
    if (settling.operation) {
      if (state_machine::settle_operation(tx, settling, said)) (void)unique_constraint::book(tx, settling);
    } else if (settling.refund) {
      if (state_machine::settle_refund(tx, settling, said)) (void)unique_constraint::book(tx, settling);
    } else if (!confirmed(tx, settling, succeeded, said)) {
      if (state_machine::settle(tx, settling, said)) (void)unique_constraint::book(tx, settling);
    }
  });
  if (succeeded || reply.outcome != Outcome::declined) return reply;
  // Whoever asked for the money is told that it was declined; whoever gave it up has done what they came for.
  pay.trace = std::move(reply.trace);
  (void)pay.say(Layer::state_machine, Outcome::resolved, "ended_as_failed");
  return reply_of(pay);
}

}  // namespace payonce
