#include "ledger/layers/idempotency_key.hpp"

#include <algorithm>

#include "ledger/layers/retention.hpp"
#include "ledger/values/invariant.hpp"
#include "ledger/world/lease.hpp"
#include "schema/queries/idempotency_key.hpp"
#include "schema/queries/ledger.hpp"

namespace payonce::idempotency_key {
namespace {

constexpr Layer me = Layer::idempotency_key;

struct Known {
  std::int64_t fp_alg = 0;
  Fingerprint fingerprint{};
  std::string state;
  std::int64_t fence = 0;
  std::int64_t tries = 0;
  Lease lease;
  std::optional<std::string> outcome;
  std::int64_t http_status = 0;
  std::optional<std::string> answer;
  std::int64_t answer_until_ns = 0;
};

std::optional<Known> find(View& view, const KeyHash& key) {
  std::optional<Known> known;
  (void)view.one(sql::idempotency_key::find{.key_hash = key}, [&](const Row& row) {
    Known& found = known.emplace();
    found.fp_alg = row.integer(1);
    const auto print = row.bytes(2);
    invariant(print.size() == found.fingerprint.size(), "a stored fingerprint has 48 bytes");
    std::copy(print.begin(), print.end(), found.fingerprint.begin());
    found.state = std::string(row.text(3));
    found.fence = row.integer(4);
    found.tries = row.integer(5);
    found.lease = Lease{.host = row.maybe_text(7).value_or(""),
                        .boot = row.maybe_text(8).value_or(""),
                        .boot_until_ns = row.maybe_integer(9).value_or(0),
                        .until_ns = row.maybe_integer(10).value_or(0)};
    found.outcome = row.maybe_text(11);
    found.http_status = row.maybe_integer(12).value_or(0);
    found.answer = row.maybe_text(13);
    found.answer_until_ns = row.maybe_integer(14).value_or(0);
  });
  return known;
}

Verdict refuse(Passage& pay, Outcome outcome, std::string_view reason) {
  pay.note(me, Finding::key_refused);
  return pay.say(me, outcome, reason);
}

Verdict in_progress(Passage& pay, const Lease& lease) {
  pay.answer.retry_after_ms = retry_after_ms(pay.world, lease);
  pay.note(me, Finding::key_held);
  return pay.say(me, Outcome::in_progress, "key_in_progress");
}

Verdict take(Tx& tx, Passage& pay, const Known& known) {
  const Lease lease = lease_from_now(pay.world, pay.settings.lease);
  const auto rows = tx.change(sql::idempotency_key::take_over{.host = lease.host,
                                                              .boot = lease.boot,
                                                              .boot_until_ns = lease.boot_until_ns,
                                                              .until_ns = lease.until_ns,
                                                              .key_hash = pay.key_hash,
                                                              .fence = known.fence});
  invariant(rows == 1, "a key looked up in this transaction is as it was");
  pay.fence = known.fence + 1;
  pay.resumed = true;
  pay.note(me, Finding::key_taken_over, pay.fence);
  return Verdict::pass();
}

Verdict tell(Passage& pay, Known& known) {
  const auto outcome = outcome_named(*known.outcome);
  invariant(outcome.has_value(), "the file holds only outcomes the program knows");
  pay.note(me, Finding::key_replayed);
  pay.replayed = true;
  pay.stored_http_status = static_cast<int>(known.http_status);
  pay.stored_answer = std::move(*known.answer);
  return pay.say(me, *outcome);
}

Verdict replay(Tx& tx, Passage& pay, Known& known) {
  if (known.state == "tombstone" || answers_expired(tx, pay.world, pay.settings, known.answer_until_ns)) {
    // Once told that it is over, a clock set back must not bring the answer to life again.
    const RetentionTime time = retention_time(tx, pay.world, pay.settings);
    if (!time.leapt) (void)tx.change(sql::ledger::mark_time{.now_ns = time.now_ns});
    return refuse(pay, Outcome::key_expired, "past_retention");
  }
  if (!known.answer) return refuse(pay, Outcome::response_gone, "answer_not_kept");
  return tell(pay, known);
}

/// Nobody lives who holds it: it is taken over, unless that was tried too often.
Verdict adopt(Tx& tx, Passage& pay, const Known& known, bool by_operator) {
  if (known.state == "in_progress" && lease_alive(pay.world, known.lease)) return in_progress(pay, known.lease);
  const bool too_often = known.state == "in_progress" && known.tries >= pay.settings.max_tries;
  if (!by_operator && (known.state == "dead" || too_often)) {
    if (known.state == "dead") return refuse(pay, Outcome::outcome_unknown, "given_up");
    pay.fence = known.fence;
    (void)take(tx, pay, known);
    (void)tx.change(sql::idempotency_key::leave_open{
        .state = "dead", .last_error = "too many tries", .key_hash = pay.key_hash, .fence = pay.fence});
    pay.fence = 0;
    return refuse(pay, Outcome::outcome_unknown, "given_up");
  }
  return take(tx, pay, known);
}

/// From when the retention of an answer counts: from no earlier than the file itself bears witness to, also where that was
/// written while this engine was at work and the clock was put right since.
std::int64_t kept_from(View& view, const Passage& pay) {
  const std::int64_t known = std::max(pay.now_ns, pay.witnessed_ns);
  std::int64_t latest = known;
  (void)view.one(sql::ledger::latest_time{}, [&](const Row& row) { latest = row.integer(0); });
  if (latest <= known) return known;
  return std::max(known, retention_time(view, pay.world, pay.settings).now_ns);
}

}  // namespace

bool recall(View& view, Passage& pay) {
  if (!pay.settings.on(me)) return false;
  auto known = find(view, pay.key_hash);
  const bool plain = known && known->state == "done" && known->answer && known->fp_alg == fingerprint_algorithm &&
                     known->fingerprint == pay.fingerprint;
  if (!plain || answers_expired(view, pay.world, pay.settings, known->answer_until_ns)) return false;
  pay.world.step(Step::key_claim);
  (void)tell(pay, *known);
  return true;
}

Verdict claim(Tx& tx, Passage& pay) {
  pay.world.step(Step::key_claim);
  if (!pay.settings.on(me)) {
    pay.note(me, Finding::layer_off);
    return Verdict::pass();
  }
  auto known = find(tx, pay.key_hash);
  if (!known) {
    pay.note(me, Finding::key_fresh);
    return Verdict::pass();
  }
  invariant(known->fp_alg == fingerprint_algorithm, "every fingerprint algorithm ever stored is still known");
  if (const auto part = differs(known->fingerprint, pay.fingerprint); !part.empty()) {
    return refuse(pay, Outcome::key_reused, part);
  }
  if (known->outcome) return replay(tx, pay, *known);
  return adopt(tx, pay, *known, false);
}

void reserve(Tx& tx, Passage& pay) {
  if (!pay.settings.on(me)) return;
  using Id = std::optional<std::int64_t>;
  // What an operation belongs to was begun by another key.
  const Id operation_id = pay.operation ? Id(pay.operation->id) : Id();
  const Id attempt_id = pay.attempt && !pay.operation ? Id(pay.attempt->id) : Id();
  const Id refund_id = pay.refund ? Id(pay.refund->id) : Id();
  if (pay.fence != 0) {
    (void)tx.change(sql::idempotency_key::attach{.attempt_id = attempt_id,
                                                 .refund_id = refund_id,
                                                 .operation_id = operation_id,
                                                 .key_hash = pay.key_hash,
                                                 .fence = pay.fence});
    return;
  }
  invariant(pay.request != nullptr, "a claim is made for a request");
  const Lease lease = lease_from_now(pay.world, pay.settings.lease);
  (void)tx.change(sql::idempotency_key::insert_claim{.key_hash = pay.key_hash,
                                                     .tenant = pay.request->tenant.text(),
                                                     .key = pay.request->key.text(),
                                                     .fp_alg = fingerprint_algorithm,
                                                     .fingerprint = pay.fingerprint,
                                                     .attempt_id = attempt_id,
                                                     .refund_id = refund_id,
                                                     .operation_id = operation_id,
                                                     .host = lease.host,
                                                     .boot = lease.boot,
                                                     .boot_until_ns = lease.boot_until_ns,
                                                     .until_ns = lease.until_ns,
                                                     .now_ns = pay.now_ns});
  pay.fence = 1;
}

Verdict take_over(Tx& tx, Passage& pay, bool by_operator) {
  if (!pay.settings.on(me)) return Verdict::pass();
  auto known = find(tx, pay.key_hash);
  if (!known) return Verdict::pass();  // its claim was given back: nobody waits for this answer
  if (known->outcome) return replay(tx, pay, *known);
  return adopt(tx, pay, *known, by_operator);
}

void hold(Tx& tx, const Passage& pay) {
  if (pay.fence == 0) return;
  if (tx.change(sql::idempotency_key::hold{.key_hash = pay.key_hash, .fence = pay.fence}) != 1) throw ClaimLost();
}

bool extend(Tx& tx, const Passage& pay) {
  if (pay.fence == 0) return true;
  const Lease lease = lease_from_now(pay.world, pay.settings.lease);
  return tx.change(sql::idempotency_key::extend{.boot_until_ns = lease.boot_until_ns,
                                                .until_ns = lease.until_ns,
                                                .key_hash = pay.key_hash,
                                                .fence = pay.fence}) == 1;
}

void finish(Tx& tx, Passage& pay) {
  if (!pay.settings.on(me) || pay.replayed) return;
  pay.world.step(Step::key_finish);
  const Outcome outcome = pay.answer.outcome;
  switch (keeping(outcome)) {
    case Keeping::nothing_happened:
      if (pay.fence == 0) return;
      if (tx.change(sql::idempotency_key::give_back{.key_hash = pay.key_hash, .fence = pay.fence}) != 1)
        throw ClaimLost();
      return pay.note(me, Finding::key_given_back);
    case Keeping::open:
      if (pay.fence == 0) return;
      if (tx.change(sql::idempotency_key::leave_open{
              .state = "unknown", .last_error = pay.answer.reason, .key_hash = pay.key_hash, .fence = pay.fence}) !=
          1) {
        throw ClaimLost();
      }
      return pay.note(me, Finding::key_left_open);
    case Keeping::final_answer: break;
  }
  std::optional<std::string> answer = pay.own_answer ? *pay.own_answer : to_json(pay.answer);
  if (static_cast<std::int64_t>(answer->size()) > pay.settings.answer_cap_bytes) answer.reset();
  const std::int64_t answer_until = kept_from(tx, pay) + pay.settings.answer_retention.ns;
  const std::int64_t tombstone_until = answer_until + pay.settings.tombstone.ns;
  if (pay.fence != 0) {
    if (tx.change(sql::idempotency_key::finish{.outcome = name(outcome),
                                               .http_status = http_status(outcome),
                                               .answer = answer,
                                               .now_ns = pay.now_ns,
                                               .answer_until_ns = answer_until,
                                               .tombstone_until_ns = tombstone_until,
                                               .key_hash = pay.key_hash,
                                               .fence = pay.fence}) != 1) {
      throw ClaimLost();
    }
  } else if (pay.request != nullptr) {
    (void)tx.change(sql::idempotency_key::insert_done{.key_hash = pay.key_hash,
                                                      .tenant = pay.request->tenant.text(),
                                                      .key = pay.request->key.text(),
                                                      .fp_alg = fingerprint_algorithm,
                                                      .fingerprint = pay.fingerprint,
                                                      .outcome = name(outcome),
                                                      .http_status = http_status(outcome),
                                                      .answer = answer,
                                                      .now_ns = pay.now_ns,
                                                      .answer_until_ns = answer_until,
                                                      .tombstone_until_ns = tombstone_until});
  }
  pay.note(me, Finding::key_stored);
}

}  // namespace payonce::idempotency_key
