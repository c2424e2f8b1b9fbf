#include "ledger/engine_permits.hpp"

#include "ledger/defences/lease.hpp"
#include "ledger/defences/token_permit.hpp"
#include "ledger/engine.hpp"
#include "ledger/engine_passage.hpp"
#include "ledger/layers/dedup_window.hpp"
#include "ledger/layers/idempotency_key.hpp"
#include "ledger/values/invariant.hpp"

// The permits of a request, and how a laboratory ledger may take a token as it is usually built.
namespace payonce {

Verdict let_in(Tx& tx, Passage& pay) {
  const bool window_first = pay.settings.window_before_key;
  // Only payments and refunds name a channel that is not what they are about.
  const Verb verb = pay.request->verb;
  const bool by_channel = pay.request->via && (verb == Verb::pay || verb == Verb::authorise || verb == Verb::refund);
  const bool in = (!window_first || dedup_window::gate(tx, pay)) && idempotency_key::claim(tx, pay) &&
                  permitted(tx, pay) && (!by_channel || known_channel(tx, pay)) &&
                  (window_first || dedup_window::gate(tx, pay));
  return in ? Verdict::pass() : Verdict::answered();
}

void end(Tx& tx, Passage& pay) {
  const bool of_the_key = pay.replayed || pay.answered_by == Layer::idempotency_key;
  if (!pay.settings.finish_split || of_the_key || idempotency_key::keeping_of(pay) != Keeping::final_answer) {
    return idempotency_key::finish(tx, pay);
  }
  if (pay.fence == 0) idempotency_key::reserve(tx, pay);
  pay.answer_waits = true;
}

Verdict permitted(Tx& tx, Passage& pay) {
  if (pay.fence != 0) return Verdict::pass();
  if (pay.request->lease) {
    if (const Verdict ours = lease::guard(tx, pay); !ours) return ours;
  }
  if (pay.request->token) return token::admit(tx, pay);
  return Verdict::pass();
}

void spend(Tx& tx, const Passage& pay) {
  if (keeping(pay.answer.outcome) == Keeping::final_answer) token::take(tx, pay);
}

Reply Engine::ask_with_naive_token(const Request& request) {
  const bool delete_first = ledger_.settings().token_taking == TokenTaking::delete_first;
  bool good = false;
  Passage looked = ledger_.store().atomically([&](Tx& tx) {
    Passage pay = enter(&request);
    good = static_cast<bool>(token::admit(tx, pay));
    if (good && delete_first) token::take(tx, pay);
    return pay;
  });
  if (!good) return leave(looked);
  world_.step(Step::token_gap);
  Request without = request;
  without.token.reset();
  Reply reply = ask_once(without);
  if (!delete_first) ledger_.store().atomically([&](Tx& tx) { token::take(tx, looked); });
  return reply;
}

}  // namespace payonce
