#include <algorithm>

#include "ledger/engine.hpp"
#include "ledger/engine_consume.hpp"
#include "ledger/messages/gate.hpp"
#include "ledger/messages/inbox.hpp"
#include "ledger/messages/parking.hpp"
#include "ledger/values/invariant.hpp"
#include "ledger/values/reason.hpp"
#include "ledger/wire/json_message.hpp"

// A message is recognised, or has its effect and leaves its mark, in one transaction. "Mark first, work later" would lose the work in
// a crash between the two, "work first, mark later" would do it twice: a laboratory's inbox can be set to either, to be looked at.
namespace payonce {
namespace {

using Before = std::optional<parking::Held>;

/// The voucher that its effect booked.
std::optional<std::int64_t> booked(const Passage& pay) {
  for (auto line = pay.trace.rbegin(); line != pay.trace.rend(); ++line) {
    if (line->finding == Finding::voucher_booked) return line->number;
  }
  return std::nullopt;
}

/// Keeps what could not be applied. It is parked where a person must look anyway, where its time is over, and where it was refused so
/// often that nothing will pass by itself.
void hold(Tx& tx, Passage& pay, const parking::Held& received, const inbox::Mark& mark, const Fate& fate,
          const Before& before, std::int64_t tries) {
  parking::Held held = received;
  held.reason = fate.reason;
  held.changed_at_ns = pay.now_ns;
  held.due_at_ns = before ? before->due_at_ns : pay.now_ns + pay.settings.message_wait.ns;
  const std::int64_t all_tries = before ? before->tries + tries : 1;
  const bool parked = fate.outcome != Outcome::early || (before && before->state == "parked") ||
                      pay.now_ns >= held.due_at_ns || (!fate.waits && all_tries >= pay.settings.message_tries);
  held.state = parked ? "parked" : "early";
  std::int64_t number = 0;
  if (before) {
    number = before->number;
    parking::again(tx, number, held, tries);
  } else {
    number = parking::hold(tx, mark, held);
  }
  pay.note(Layer::journal, Finding::message_held, number);
  const Outcome kept = parked ? Outcome::parked : Outcome::early;
  (void)pay.say(Layer::state_machine, fate.outcome == Outcome::altered ? Outcome::altered : kept, fate.reason);
}

parking::Held received(const Message& message) {
  return {.consumer = message.consumer.text(),
          .order = message.order.text(),
          .version = message.version,
          .content = to_json(message, true),
          .note = std::nullopt};
}

Before before_of(View& view, const Before& again, const inbox::Mark& mark) {
  return again ? parking::find(view, again->number) : parking::find(view, mark);
}

/// Told already? Then it is answered here: acknowledged as done, refused as altered, or still parked.
bool recognised(Tx& tx, Passage& pay, const Message& message, const inbox::Mark& mark, const Before& again,
                std::int64_t tries) {
  constexpr Layer by = Layer::idempotency_key;
  const Inbox mode = pay.settings.inbox;
  if (mode == Inbox::off) return false;
  const Before before = before_of(tx, again, mark);
  inbox::Known known = inbox::known_by_id(tx, message, mark);
  const bool same_id = known == inbox::Known::same_id;
  if (known != inbox::Known::altered && mode != Inbox::message_id) known = inbox::known_by_mark(tx, message, mark);
  if (known == inbox::Known::altered) {
    pay.note(by, Finding::message_altered);
    const bool ended = before && !before->open();
    if (!ended) hold(tx, pay, received(message), mark, {Outcome::altered, "altered"}, before, tries);
    (void)pay.say(by, Outcome::altered, "altered");
    inbox::log(tx, message, mark, Outcome::altered, pay.now_ns);
    return true;
  }
  if (known == inbox::Known::same_event || (known == inbox::Known::same_id && !(before && before->open()))) {
    pay.note(by, Finding::message_known);
    if (before && before->open()) (void)parking::finish(tx, before->number, tries, pay.now_ns);
    (void)pay.say(by, Outcome::already_done, same_id ? "known_message" : "known_event");
    inbox::log(tx, message, mark, Outcome::already_done, pay.now_ns);
    return true;
  }
  if (before && !again && before->state != "early") {
    const bool dropped = before->state == "dropped";
    pay.note(by, Finding::message_known);
    (void)pay.say(by, dropped ? Outcome::already_done : Outcome::parked,
                  dropped ? "dropped" : reason_named(before->reason));
    inbox::log(tx, message, mark, pay.answer.outcome, pay.now_ns);
    return true;
  }
  pay.note(by, Finding::message_new);
  return false;
}

Fate effect(Tx& tx, Passage& pay, const Message& message) {
  return message.consumer.text() == orders_consumer ? apply_to_order(tx, pay, message) : follow(tx, pay, message);
}

void leave_mark(Tx& tx, Passage& pay, const Message& message, const inbox::Mark& mark, const Fate& fate) {
  pay.world.step(Step::message_mark);
  const bool fresh = inbox::write_mark(tx, message, mark, fate.outcome, booked(pay), pay.now_ns);
  invariant(fresh || pay.settings.inbox != Inbox::on, "a message that is not known has no mark yet");
  inbox::log(tx, message, mark, fate.outcome, pay.now_ns);
  pay.note(Layer::idempotency_key, Finding::message_marked);
}

/// Says what became of it, and keeps what could not be applied.
void conclude(Tx& tx, Passage& pay, const Message& message, const inbox::Mark& mark, const Fate& fate,
              const Before& again, std::int64_t tries) {
  const Before before = before_of(tx, again, mark);
  if (fate.outcome == Outcome::early || fate.outcome == Outcome::parked) {
    hold(tx, pay, received(message), mark, fate, before, tries);
    inbox::log(tx, message, mark, pay.answer.outcome, pay.now_ns);
    return;
  }
  if (before && before->open()) (void)parking::finish(tx, before->number, tries, pay.now_ns);
  if (message.consumer.text() == orders_consumer) (void)gate::follow(tx, message, pay.now_ns);
  const Layer by = pay.answer.outcome == Outcome::in_progress ? Layer::state_machine : pay.answered_by;
  (void)pay.say(by, fate.outcome, fate.reason);
}

bool is_held(const Fate& fate) { return fate.outcome == Outcome::early || fate.outcome == Outcome::parked; }

}  // namespace

Passage Engine::take(const Message& message, const Before& again, std::int64_t tries) {
  const inbox::Mark mark = inbox::mark_of(ledger_.secret(), message);
  const Inbox mode = ledger_.settings().inbox;
  bool known = false;
  Fate fate;
  const auto entered = [&] {
    Passage pay = enter(nullptr, strict_);
    pay.answer.subject_kind = "order";
    pay.answer.subject = message.order.text();
    return pay;
  };
  Passage first = ledger_.store().atomically([&](Tx& tx) {
    Passage pay = entered();
    known = recognised(tx, pay, message, mark, again, tries);
    if (known) return pay;
    if (mode == Inbox::marker_first) {
      leave_mark(tx, pay, message, mark, {});
      return pay;
    }
    fate = effect(tx, pay, message);
    if (mode == Inbox::process_first) return pay;
    if (!is_held(fate)) leave_mark(tx, pay, message, mark, fate);
    conclude(tx, pay, message, mark, fate, again, tries);
    return pay;
  });
  if (known || (mode != Inbox::marker_first && mode != Inbox::process_first)) return first;
  // Only in a laboratory: here a crash falls between the mark and the effect.
  return ledger_.store().atomically([&](Tx& tx) {
    Passage pay = mode == Inbox::marker_first ? entered() : first;
    if (mode == Inbox::marker_first) {
      fate = effect(tx, pay, message);
    } else if (!is_held(fate)) {
      leave_mark(tx, pay, message, mark, fate);
    }
    conclude(tx, pay, message, mark, fate, again, tries);
    return pay;
  });
}

Reply Engine::consume(const Message& message, const Before& again, std::int64_t tries) {
  world_.step(Step::message_take);
  try {
    Passage done = take(message, again, tries);
    return leave(done);
  } catch (const StorageTrouble& met) {
    if (met.kind() != StorageTrouble::Kind::refused) throw;
  }
  // One that the rules of the file refuse stops none of the others.
  Passage kept = ledger_.store().atomically([&](Tx& tx) {
    const inbox::Mark mark = inbox::mark_of(ledger_.secret(), message);
    Passage pay = enter(nullptr);
    pay.answer.subject_kind = "order";
    pay.answer.subject = message.order.text();
    hold(tx, pay, received(message), mark, {Outcome::early, "file_refuses"}, before_of(tx, again, mark), tries);
    inbox::log(tx, message, mark, pay.answer.outcome, pay.now_ns);
    return pay;
  });
  return leave(kept);
}

Reply Engine::deliver(const Message& message) {
  Reply reply = consume(message, std::nullopt, 1);
  if (reply.outcome == Outcome::applied) release(message);
  return reply;
}

Reply Engine::deliver_unreadable(const AccountId& consumer, const std::string& content, const Fault& why) {
  world_.step(Step::message_take);
  const inbox::Mark mark = inbox::mark_of(ledger_.secret(), consumer.text(), content);
  Passage kept = ledger_.store().atomically([&](Tx& tx) {
    Passage pay = enter(nullptr);
    parking::Held held{.consumer = consumer.text(), .content = content, .detail = why.field + ": " + why.why.en};
    const Before before = parking::find(tx, mark);
    if (before && !before->open()) {
      (void)pay.say(Layer::idempotency_key, Outcome::already_done,
                    before->state == "dropped" ? "dropped" : "known_message");
    } else {
      hold(tx, pay, held, mark, {Outcome::parked, "unreadable"}, before, 1);
    }
    return pay;
  });
  return leave(kept);
}

void Engine::release(const Message& message) {
  const auto waiting = [&] {
    return ledger_.store().reading(
        [&](View& view) { return parking::waiting(view, message.consumer.text(), message.order.text()); });
  };
  // Each that is applied may be what the next has waited for; those that still wait are left to wait.
  for (bool moved = true; moved;) {
    moved = false;
    for (const std::int64_t number : waiting()) {
      const auto reply = redrive(number, 0);
      moved = moved || (reply && reply->outcome == Outcome::applied);
    }
  }
}

std::optional<Reply> Engine::redrive(std::int64_t number) { return redrive(number, 1); }

std::optional<Reply> Engine::redrive(std::int64_t number, std::int64_t tries) {
  const Before held = ledger_.store().reading([&](View& view) { return parking::find(view, number); });
  if (!held || !held->open()) return std::nullopt;
  const auto consumer = AccountId::parse("consumer", held->consumer);
  invariant(consumer.has_value(), "the name of a consumer was read by the same rules");
  const Result<Message> message = read_message(held->content, *consumer);
  if (!message) return deliver_unreadable(*consumer, held->content, message.error());
  Reply reply = consume(*message, held, tries);
  if (tries > 0 && reply.outcome == Outcome::applied) release(*message);
  return reply;
}

void Engine::redrive_waiting(Recovery& recovery) {
  const auto all = ledger_.store().reading([](View& view) { return parking::waiting(view); });
  for (const std::int64_t number : all) (void)redrive(number, 1);
  ledger_.store().reading([&](View& view) {
    for (const std::int64_t number : all) {
      const Before held = parking::find(view, number);
      (held && held->open() ? recovery.messages_waiting : recovery.messages_applied) += 1;
    }
  });
}

}  // namespace payonce
