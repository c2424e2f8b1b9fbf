#include "ledger/layers/idempotency_key_known.hpp"

#include <algorithm>

#include "ledger/layers/idempotency_key.hpp"
#include "ledger/layers/retention.hpp"
#include "ledger/values/invariant.hpp"
#include "schema/queries/idempotency_key.hpp"

// What a key that is known says to whoever asks again. Reads only.
namespace payonce::idempotency_key {
namespace {

Verdict tell(Passage& pay, Known& known) {
  const auto outcome = outcome_named(*known.outcome);
  invariant(outcome.has_value(), "the file holds only outcomes the program knows");
  pay.note(me, Finding::key_replayed);
  pay.replayed = true;
  pay.stored_http_status = static_cast<int>(known.http_status);
  pay.stored_answer = std::move(*known.answer);
  return pay.say(me, *outcome);
}

}  // namespace

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

Verdict compare(Passage& pay, const Known& known) {
  invariant(known.fp_alg == fingerprint_algorithm, "every fingerprint algorithm ever stored is still known");
  if (!pay.settings.compare_requests) return Verdict::pass();
  const auto part = differs(known.fingerprint, pay.fingerprint);
  return part.empty() ? Verdict::pass() : refuse(pay, Outcome::key_reused, part);
}

Verdict replay(View& view, Passage& pay, Known& known) {
  if (known.state == "tombstone" || answers_expired(view, pay.world, pay.settings, known.answer_until_ns)) {
    return refuse(pay, Outcome::key_expired, "past_retention");
  }
  if (!known.answer) return refuse(pay, Outcome::response_gone, "answer_not_kept");
  return tell(pay, known);
}

bool held(const Passage& pay, const Known& known) {
  return known.state == "in_progress" && (lease_alive(pay.world, known.lease) || !pay.settings.resume);
}

bool recall(View& view, Passage& pay) {
  // Behind a window of a laboratory that is asked first, no key is.
  if (!pay.settings.on(me) || pay.settings.window_before_key) return false;
  auto known = find(view, pay.key_hash);
  const bool plain = known && known->state == "done" && known->answer && known->fp_alg == fingerprint_algorithm &&
                     (known->fingerprint == pay.fingerprint || !pay.settings.compare_requests);
  if (!plain || answers_expired(view, pay.world, pay.settings, known->answer_until_ns)) return false;
  pay.world.step(Step::key_claim);
  (void)tell(pay, *known);
  return true;
}

Verdict look(View& view, Passage& pay) {
  pay.world.step(Step::key_claim);
  if (!pay.settings.on(me)) return Verdict::pass();
  auto known = find(view, pay.key_hash);
  if (!known) return Verdict::pass();
  if (const Verdict same = compare(pay, *known); !same) return same;
  if (known->outcome) return replay(view, pay, *known);
  if (held(pay, *known)) return in_progress(pay, known->lease);
  if (known->state == "dead") return refuse(pay, Outcome::outcome_unknown, "given_up");
  pay.resumed = true;  // by whoever acts: a look takes nothing over
  return Verdict::pass();
}

}  // namespace payonce::idempotency_key
