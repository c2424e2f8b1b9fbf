#include "ledger/layers/idempotency_key.hpp"

#include <algorithm>

#include "ledger/layers/idempotency_key_known.hpp"
#include "ledger/layers/retention.hpp"
#include "ledger/values/invariant.hpp"
#include "ledger/world/lease.hpp"
#include "schema/queries/idempotency_key.hpp"
#include "schema/queries/ledger.hpp"

namespace payonce::idempotency_key {
namespace {

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

Verdict replay_for_good(Tx& tx, Passage& pay, Known& known) {
  const Verdict told = replay(tx, pay, known);
  if (pay.answer.outcome == Outcome::key_expired) {
    // Once told that it is over, a clock set back must not bring the answer to life again.
    const RetentionTime time = retention_time(tx, pay.world, pay.settings);
    if (!time.leapt) (void)tx.change(sql::ledger::mark_time{.now_ns = time.now_ns});
  }
  return told;
}

/// Nobody lives who holds it: it is taken over, unless that was tried too often.
Verdict adopt(Tx& tx, Passage& pay, const Known& known, bool by_operator) {
  if (by_operator ? known.state == "in_progress" && lease_alive(pay.world, known.lease) : held(pay, known)) {
    return in_progress(pay, known.lease);
  }
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

/// The laboratory's naive layer looked before and looks no more: only what nobody holds any longer is gone on with.
Verdict claim_blindly(Tx& tx, Passage& pay, const Known& known) {
  if (!known.outcome && !held(pay, known)) return adopt(tx, pay, known, false);
  pay.note(me, Finding::looked_before);
  return Verdict::pass();
}

/// A write under a claim that is no longer ours changed no row. The naive layer does not ask whose it is.
void lost(const Passage& pay) {
  if (pay.settings.guard(me) != Guard::naive) throw ClaimLost();
}

/// Where a naive layer let two pass under one key, the row is that of the faster: the table keeps one a key, and no second is written.
bool theirs_stays(View& view, const Passage& pay) {
  return pay.settings.guard(me) == Guard::naive && find(view, pay.key_hash).has_value();
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

Verdict claim(Tx& tx, Passage& pay) {
  pay.world.step(Step::key_claim);
  if (!pay.settings.keeps(me)) {
    pay.note(me, Finding::layer_off);
    return Verdict::pass();
  }
  auto known = find(tx, pay.key_hash);
  if (!known) {
    pay.note(me, Finding::key_fresh);
    return Verdict::pass();
  }
  if (pay.settings.guard(me) == Guard::naive) return claim_blindly(tx, pay, *known);
  if (const Verdict same = compare(pay, *known); !same) return same;
  if (known->outcome) return replay_for_good(tx, pay, *known);
  return adopt(tx, pay, *known, false);
}

void reserve(Tx& tx, Passage& pay) {
  if (!pay.settings.keeps(me)) return;
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
  if (theirs_stays(tx, pay)) return;
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
  if (!pay.settings.keeps(me)) return Verdict::pass();
  auto known = find(tx, pay.key_hash);
  if (!known) return Verdict::pass();  // its claim was given back: nobody waits for this answer
  const bool outside = pay.attempt || pay.refund || pay.operation;
  // Where a naive layer let two begin under one key, the second one's end has nobody to tell it to.
  if (known->outcome && outside && pay.settings.guard(me) == Guard::naive) return Verdict::pass();
  if (known->outcome) return replay_for_good(tx, pay, *known);
  return adopt(tx, pay, *known, by_operator);
}

void hold(Tx& tx, const Passage& pay) {
  if (pay.fence == 0) return;
  if (tx.change(sql::idempotency_key::hold{.key_hash = pay.key_hash, .fence = pay.fence}) != 1) lost(pay);
}

bool extend(Tx& tx, const Passage& pay) {
  if (pay.fence == 0) return true;
  const Lease lease = lease_from_now(pay.world, pay.settings.lease);
  const bool ours = tx.change(sql::idempotency_key::extend{.boot_until_ns = lease.boot_until_ns,
                                                           .until_ns = lease.until_ns,
                                                           .key_hash = pay.key_hash,
                                                           .fence = pay.fence}) == 1;
  return ours || pay.settings.guard(me) == Guard::naive;
}

Keeping keeping_of(const Passage& pay) {
  const Outcome outcome = pay.answer.outcome;
  // A laboratory's way: that the channel was not reached is told for as long as the key is kept.
  if (pay.settings.store_transient && outcome == Outcome::unavailable) return Keeping::final_answer;
  return keeping(outcome);
}

void finish(Tx& tx, Passage& pay) {
  if (!pay.settings.keeps(me) || pay.replayed) return;
  pay.world.step(Step::key_finish);
  const Outcome outcome = pay.answer.outcome;
  switch (keeping_of(pay)) {
    case Keeping::nothing_happened:
      if (pay.fence == 0) return;
      if (tx.change(sql::idempotency_key::give_back{.key_hash = pay.key_hash, .fence = pay.fence}) != 1) lost(pay);
      return pay.note(me, Finding::key_given_back);
    case Keeping::open:
      if (pay.fence == 0) return;
      if (tx.change(sql::idempotency_key::leave_open{
              .state = "unknown", .last_error = pay.answer.reason, .key_hash = pay.key_hash, .fence = pay.fence}) !=
          1) {
        return lost(pay);
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
      return lost(pay);
    }
  } else if (pay.request != nullptr) {
    if (theirs_stays(tx, pay)) return;
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
