#include "ledger/engine.hpp"

#include "ledger/defences/token_permit.hpp"
#include "ledger/engine_passage.hpp"
#include "ledger/engine_permits.hpp"
#include "ledger/layers/dedup_window.hpp"
#include "ledger/layers/idempotency_key.hpp"
#include "ledger/values/book_verb.hpp"
#include "ledger/values/invariant.hpp"

// Around the call outside: no transaction is open while a channel is asked.
namespace payonce {

namespace {

/// What a request is about, as the answer calls it.
std::string_view subject_of(Verb verb) {
  if (const BookVerb* const rule = book_verb(verb)) return rule->target == "voucher" ? "reverses" : rule->target;
  return about_order(verb) ? "order" : "account";
}

}  // namespace

Passage Engine::enter(const Request* request) { return enter(request, ledger_.settings()); }

Passage Engine::enter(const Request* request, const Settings& settings) {
  Passage pay{.world = world_,
              .settings = settings,
              .window = ledger_.window(),
              .ledger_id = ledger_.id(),
              .rules = ledger_.rules()};
  pay.now_ns = world_.wall_ns();
  pay.witnessed_ns = witnessed_ns_;
  pay.answer.decided_at_ns = pay.now_ns;
  pay.trace.reserve(10);
  if (request == nullptr) return pay;
  pay.request = request;
  pay.key_hash = ledger_.hash_of(request->tenant.text(), request->key.text());
  pay.fingerprint = fingerprint(ledger_.secret(), *request);
  pay.intent = dedup_window::intent_of(*request, pay.settings.window_by);
  pay.fact = fact_of(*request, pay.key_hash);
  pay.answer.subject_kind = subject_of(request->verb);
  pay.answer.subject = request->target;
  return pay;
}

Reply Engine::leave(Passage& pay) {
  world_.step(Step::reply_send);
  return reply_of(pay);
}

Reply Engine::reply_of(Passage& pay) {
  Reply reply;
  reply.outcome = pay.answer.outcome;
  reply.answered_by = pay.answered_by;
  reply.replayed = pay.replayed;
  reply.retryable = retry_may_differ(reply.outcome);
  reply.http_status = pay.replayed ? pay.stored_http_status : http_status(reply.outcome);
  reply.retry_after_ms = pay.answer.retry_after_ms;
  reply.answer = pay.replayed ? std::move(pay.stored_answer) : to_json(pay.answer);
  reply.trace = std::move(pay.trace);
  return reply;
}

Reply Engine::tell(Passage& pay) {
  if (pay.answer_waits) {
    pay.answer_waits = false;
    try {
      ledger_.store().atomically([&](Tx& tx) {
        Passage storing = pay;
        idempotency_key::finish(tx, storing);
      });
    } catch (const ClaimLost&) {
      // Somebody took over between the two commits. What was done is done, and is told.
      pay.note(Layer::idempotency_key, Finding::key_held);
    }
  }
  return leave(pay);
}

bool Engine::beat(const Passage& pay) {
  try {
    return ledger_.store().atomically([&](Tx& tx) { return idempotency_key::extend(tx, pay); });
  } catch (const StorageTrouble&) {
    // A heartbeat that could not be written is one missed. The call goes on, and its end must not be lost for this.
    return false;
  }
}

ChannelAnswer Engine::ask_channel(Passage& pay, const ChannelRequest& question, const std::string& name,
                                  const Moment& dispatched, bool asked_before, bool may_resend) {
  Channel* channel = channel_of_(name);
  if (channel == nullptr) return {.said = asked_before ? Said::no_answer : Said::not_sent};
  const auto keep_waiting = [this, &pay, begun = world_.boot_ns(), kept = world_.boot_ns()]() mutable {
    const std::int64_t now = world_.boot_ns();
    // A third of the lease: two heartbeats may be lost before anybody takes over (idempotency.md R19).
    if (pay.settings.heartbeat && now - kept >= pay.settings.lease.ns / 3) {
      kept = now;
      (void)beat(pay);
    }
    return now - begun < pay.settings.channel_timeout.ns;
  };
  ChannelAnswer said;
  if (!asked_before) {
    // A process may have slept since it committed its intent (a suspended machine): then the claim may be somebody else's.
    if (since(world_, dispatched).ns >= pay.settings.lease.ns / 3 &&
        !ledger_.store().atomically([&](Tx& tx) { return idempotency_key::extend(tx, pay); })) {
      return {.said = Said::no_answer};
    }
    world_.step(Step::channel_charge);
    said = channel->move(question, keep_waiting);
  } else {
    world_.step(Step::channel_charge);
    said = channel->query(question.movement, question.reference);
    pay.source = orders::Source::query;
    if (said.said == Said::not_found) {
      const Duration age = since(world_, dispatched);
      const auto terms = ledger_.store().reading([&](View& view) { return find_channel(view, name); });
      invariant(terms.has_value(), "a channel is kept for ever");
      // "Not found" proves nothing while the first request may still be in flight; behind the key window the channel would
      // not know our reference again, so from there on it is only asked (idempotency.md R17).
      // A close moves no money: asking for it once more is as good as the first time.
      if (age < terms->settle_delay && question.movement != Movement::close) {
        said.said = Said::no_answer;
      } else if (may_resend && age < terms->key_window) {
        said = channel->move(question, keep_waiting);
        pay.source = orders::Source::reply;
      } else if (may_resend) {
        pay.for_review = true;
        said.said = Said::no_answer;
      }
    }
    // That this question did not get out says nothing about the first one.
    if (said.said == Said::not_sent) said.said = Said::no_answer;
  }
  world_.step(Step::channel_answer);
  return said;
}

Reply Engine::under_claim(Passage& pay, const ChannelAnswer& said, const std::function<void(Tx&, Passage&)>& settle) {
  const auto settled = [&](bool claimed) {
    return ledger_.store().atomically([&](Tx& tx) {
      Passage settling = pay;
      settling.now_ns = world_.wall_ns();
      settling.answer.decided_at_ns = settling.now_ns;
      settling.draft.reset();
      settling.answer.voucher.reset();
      if (claimed) idempotency_key::hold(tx, settling);
      settle(tx, settling);
      if (!claimed) return settling;
      if (!succeeded(settling.answer.outcome)) dedup_window::release(tx, settling);
      end(tx, settling);
      if (keeping(settling.answer.outcome) == Keeping::nothing_happened) token::give_back(tx, settling.key_hash);
      return settling;
    });
  };
  try {
    try {
      Passage done = settled(true);
      return tell(done);
    } catch (const ClaimLost&) {
      // Everything of ours is rolled back, and whoever took over answers. That the channel moved the money is evidence all the
      // same: whoever took over may have concluded otherwise from its silence.
      if (said.said == Said::approved) (void)settled(false);
    }
    pay.note(Layer::idempotency_key, Finding::key_held);
    pay.answer.retry_after_ms = 1'000;
    (void)pay.say(Layer::idempotency_key, Outcome::in_progress, "claim_lost");
  } catch (const StorageTrouble&) {
    // The channel may have moved the money, and nothing of it is written: the key stays claimed and finds out when asked again.
    (void)pay.say(Layer::channel, Outcome::outcome_unknown, "not_written_down");
  }
  return leave(pay);
}

}  // namespace payonce
