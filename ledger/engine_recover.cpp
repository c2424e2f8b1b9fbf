#include <algorithm>
#include <set>

#include "ledger/engine.hpp"
#include "ledger/engine_passage.hpp"
#include "ledger/journal/posting.hpp"
#include "ledger/layers/idempotency_key.hpp"
#include "ledger/layers/retention.hpp"
#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/unique_constraint.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/idempotency_key.hpp"
#include "schema/queries/idempotently.hpp"
#include "schema/queries/ledger.hpp"

// What somebody else left open is ended through the same phases, under the same claim, with a higher fence.
namespace payonce {
namespace {

using OpenKey = Engine::OpenKey;

std::vector<OpenKey> open_keys(View& view) {
  std::vector<OpenKey> all;
  view.each(sql::idempotency_key::open_ones{}, [&](const Row& row) {
    OpenKey& key = all.emplace_back();
    const auto hash = row.bytes(0);
    invariant(hash.size() == key.hash.size(), "a key's hash has 16 bytes");
    std::copy(hash.begin(), hash.end(), key.hash.begin());
    key.text = std::string(row.text(1)) + "/" + std::string(row.text(2));
    key.attempt_id = row.maybe_integer(3);
    key.refund_id = row.maybe_integer(4);
    key.operation_id = row.maybe_integer(5);
  });
  return all;
}

void describe(Passage& pay, const orders::Order& order, const Money& amount) {
  pay.answer.subject_kind = "order";
  pay.answer.subject = order.number;
  pay.answer.amount = amount;
}

}  // namespace

Engine::Ended Engine::ended(const Reply& reply) {
  if (reply.outcome == Outcome::in_progress) return Ended::in_flight;
  return reply.outcome == Outcome::outcome_unknown ? Ended::not_yet : Ended::yes;
}

void Engine::one(Recovery& recovery, const std::string& what, const std::function<Ended()>& end) {
  try {
    switch (end()) {
      case Ended::yes: recovery.settled += 1; break;
      case Ended::not_yet: recovery.still_unknown += 1; break;
      case Ended::in_flight: recovery.in_flight += 1; break;
      case Ended::given_up: recovery.given_up.push_back(what); break;
    }
  } catch (const StorageTrouble& met) {
    // What the file refuses of one stops none of the others; what ails the whole file stops all.
    if (met.kind() != StorageTrouble::Kind::refused) throw;
    recovery.given_up.push_back(what);
  }
}

bool Engine::unblock() {
  const std::int64_t attempt_id = blocked_->id;
  blocked_.reset();
  // Its own client may want it no more: what the channel knows nothing of is ended, not sent again.
  const Ended how = end_attempt(attempt_id, false, false, nullptr);
  return how == Ended::yes || how == Ended::not_yet;
}

Engine::Ended Engine::end_attempt(std::int64_t attempt_id, bool may_resend, bool by_operator, Reply* reply) {
  bool ours = false;
  Passage pay = ledger_.store().atomically([&](Tx& tx) {
    Passage going = enter(nullptr);
    going.attempt = orders::find_attempt(tx, attempt_id);
    invariant(going.attempt.has_value(), "an attempt is kept for ever");
    going.order = orders::find_order(tx, going.attempt->order_id);
    going.key_hash = going.attempt->holder;
    going.fact = journal::payment_fact(going.order->number);
    going.intent = going.order->number + ".pay";
    describe(going, *going.order, going.attempt->amount);
    ours = static_cast<bool>(idempotency_key::take_over(tx, going, by_operator));
    return going;
  });
  if (!ours) {
    if (reply != nullptr) *reply = leave(pay);
    return pay.answer.reason == "given_up" ? Ended::given_up : Ended::in_flight;
  }
  // Its holder has ended it meanwhile and given its claim back: nothing is left to ask, and nobody wants it sent any more.
  const bool over = !pay.attempt->open() && pay.fence == 0;
  if (over && reply == nullptr) return Ended::yes;
  // A closing order is not charged any more.
  const bool resend = may_resend && !over && pay.order->status != orders::OrderStatus::closing;
  const Reply said = settle_payment(pay, true, resend);
  if (reply != nullptr) *reply = said;
  return ended(said);
}

Engine::Ended Engine::end_refund(std::int64_t refund_id, bool by_operator, Reply* reply) {
  bool ours = false;
  Passage pay = ledger_.store().atomically([&](Tx& tx) {
    Passage going = enter(nullptr);
    going.refund = orders::find_refund(tx, refund_id);
    invariant(going.refund && going.refund->holder, "a refund that was dispatched has its holder");
    going.order = orders::find_order(tx, going.refund->order_id);
    going.key_hash = *going.refund->holder;
    going.fact = going.refund->cause_key;
    describe(going, *going.order, going.refund->amount);
    ours = static_cast<bool>(idempotency_key::take_over(tx, going, by_operator));
    return going;
  });
  if (!ours) {
    if (reply != nullptr) *reply = leave(pay);
    return pay.answer.reason == "given_up" ? Ended::given_up : Ended::in_flight;
  }
  const Reply said = settle_refund(pay, true);
  if (reply != nullptr) *reply = said;
  return ended(said);
}

Engine::Ended Engine::send_refund(std::int64_t refund_id, Recovery& recovery) {
  const auto found = ledger_.store().reading([&](View& view) {
    const auto refund = orders::find_refund(view, refund_id);
    invariant(refund.has_value(), "a refund is kept for ever");
    return std::pair(*refund, orders::find_order(view, refund->order_id)->number);
  });
  // The ledger is its own client here: its key is the cause, so that the refund is sent once whoever sends it.
  const auto tenant = Tenant::parse("tenant", ledger_tenant);
  const auto key = IdempotencyKey::parse("key", found.first.cause_key, 1);
  invariant(tenant && key, "a cause is a well-formed key");
  const Request request{.verb = Verb::refund, .tenant = *tenant, .key = *key, .target = found.second};
  bool ours = false;
  Passage pay = ledger_.store().atomically([&](Tx& tx) {
    Passage going = enter(&request);
    going.refund = orders::find_refund(tx, refund_id);
    going.order = orders::find_order(tx, going.refund->order_id);
    going.fact = going.refund->cause_key;
    going.answer.amount = going.refund->amount;
    ours = going.refund->status == orders::RefundStatus::requested && idempotency_key::claim(tx, going) &&
           orders::dispatch(tx, *going.refund, going.key_hash, moment(world_));
    if (!ours) return going;
    going.draft = journal::Pen(tx, going.rules, going.now_ns)
                      .draft(journal::Event::refund_accepted_owed, going.fact + ".accepted", {}, going.refund->amount);
    going.draft->order_id = going.order->id;
    going.draft->refund_id = refund_id;
    (void)unique_constraint::book(tx, going);
    idempotency_key::reserve(tx, going);
    return going;
  });
  if (!ours) return pay.answer.outcome == Outcome::in_progress ? Ended::in_flight : Ended::given_up;
  recovery.refunds_sent += 1;
  return ended(settle_refund(pay, false));
}

Engine::Ended Engine::ask_about(std::int64_t attempt_id, Seen& seen) {
  const Ended how = end_attempt(attempt_id, true, false, nullptr);
  if (how == Ended::not_yet) seen.unanswered.insert(attempt_id);
  return how;
}

void Engine::recover_keys(Recovery& recovery, Seen& seen) {
  for (const OpenKey& key : ledger_.store().reading([](View& view) { return open_keys(view); })) {
    if (seen.due_ns && !due(key, *seen.due_ns)) continue;
    if (key.operation_id && seen.operations.insert(*key.operation_id).second) {
      one(recovery, key.text, [&] { return end_operation(*key.operation_id, false, nullptr); });
    } else if (key.attempt_id && seen.attempts.insert(*key.attempt_id).second) {
      one(recovery, key.text, [&] { return ask_about(*key.attempt_id, seen); });
    } else if (key.refund_id && seen.refunds.insert(*key.refund_id).second) {
      one(recovery, key.text, [&] { return end_refund(*key.refund_id, false, nullptr); });
    }
  }
}

bool Engine::due(const OpenKey& key, std::int64_t due_ns) {
  const auto by_then = [&](bool open, bool needs_review, const std::optional<std::int64_t>& next_ns) {
    return !open || (next_ns ? *next_ns <= due_ns : !needs_review);
  };
  return ledger_.store().reading([&](View& view) {
    if (key.operation_id) {
      const auto found = orders::find_operation(view, *key.operation_id);
      return by_then(found->open(), found->needs_review, found->next_query_at_ns);
    }
    if (key.attempt_id) {
      const auto found = orders::find_attempt(view, *key.attempt_id);
      return by_then(found->open(), found->needs_review, found->next_query_at_ns);
    }
    if (!key.refund_id) return true;
    const auto found = orders::find_refund(view, *key.refund_id);
    return by_then(found->open(), found->needs_review, found->next_query_at_ns);
  });
}

void Engine::recover_open(Recovery& recovery, Seen& seen) {
  const auto read = [&](auto&& find) { return ledger_.store().reading(find); };
  // Attempts whose key was given back long ago: money may still turn up for them.
  for (const std::int64_t id : read([&](View& view) { return orders::open_attempts(view, seen.due_ns); })) {
    if (!seen.attempts.insert(id).second) continue;
    one(recovery, "attempt " + std::to_string(id), [&] { return ask_about(id, seen); });
  }
  for (const std::int64_t id : read([&](View& view) { return orders::open_operations(view, seen.due_ns); })) {
    if (!seen.operations.insert(id).second) continue;
    one(recovery, "operation " + std::to_string(id), [&] { return end_operation(id, false, nullptr); });
  }
}

Recovery Engine::recover(bool due_only) {
  world_.step(Step::recon_fix);
  Recovery all;
  for (const ChannelRow& channel : ledger_.store().reading([](View& view) { return list_channels(view); })) {
    const Recovery taken = take_notices(channel.name);
    all.notices_taken += taken.notices_taken;
    all.notices_unknown += taken.notices_unknown;
  }
  Seen seen{.due_ns = std::nullopt};
  if (due_only) seen.due_ns = world_.wall_ns();
  const std::set<std::int64_t> over = sweep_expired();
  recover_keys(all, seen);
  recover_open(all, seen);
  ask_about_conclusions(all);
  ask_about_contradictions(all);
  end_holds(all, seen);
  for (const std::int64_t id :
       ledger_.store().reading([&](View& view) { return orders::open_refunds(view, seen.due_ns); })) {
    if (!seen.refunds.insert(id).second) continue;
    const bool requested = ledger_.store().reading(
        [&](View& view) { return orders::find_refund(view, id)->status == orders::RefundStatus::requested; });
    one(all, "refund " + std::to_string(id),
        [&] { return requested ? send_refund(id, all) : end_refund(id, false, nullptr); });
  }
  all.orders_expired = expired_of(over);
  redrive_waiting(all);
  ledger_.store().atomically([&](Tx& tx) {
    const auto time = idempotency_key::retention_time(tx, world_, ledger_.settings());
    if (!time.leapt) (void)tx.change(sql::ledger::mark_time{.now_ns = time.now_ns});
  });
  return all;
}

Reply Engine::resolve(const Tenant& tenant, const IdempotencyKey& key) {
  Reply reply;
  const KeyHash hash = ledger_.hash_of(tenant.text(), key.text());
  std::optional<std::int64_t> attempt_id;
  std::optional<std::int64_t> refund_id;
  std::optional<std::int64_t> operation_id;
  const bool known = ledger_.store().reading([&](View& view) {
    return view.one(sql::idempotency_key::show{.key_hash = hash}, [&](const Row& row) {
      attempt_id = row.maybe_integer(15);
      refund_id = row.maybe_integer(16);
      operation_id = row.maybe_integer(17);
    });
  });
  if (operation_id) {
    (void)end_operation(*operation_id, true, &reply);
    return reply;
  }
  if (attempt_id) {
    (void)end_attempt(*attempt_id, true, true, &reply);
    return reply;
  }
  if (refund_id) {
    (void)end_refund(*refund_id, true, &reply);
    return reply;
  }
  // Nothing of it is outside: what is stored is told, or that there is nothing.
  Passage pay = ledger_.store().atomically([&](Tx& tx) {
    Passage asked = enter(nullptr);
    asked.key_hash = hash;
    if (tx.one(sql::idempotently::is_call{.key_hash = hash}, [](const Row&) {})) {
      (void)asked.say(Layer::idempotency_key, Outcome::outcome_unknown, "callers_function");
      return asked;
    }
    if (known && !idempotency_key::take_over(tx, asked, true)) return asked;
    (void)asked.say(Layer::idempotency_key, Outcome::unavailable, known ? "nothing_begun" : "key_unknown");
    if (known) idempotency_key::finish(tx, asked);
    return asked;
  });
  return leave(pay);
}

}  // namespace payonce
