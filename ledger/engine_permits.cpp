#include "ledger/engine_permits.hpp"

#include "ledger/defences/lease.hpp"
#include "ledger/defences/token_permit.hpp"
#include "ledger/engine.hpp"
#include "ledger/values/invariant.hpp"

// The permits of a request, and how a laboratory ledger may take a token as it is usually built.
namespace payonce {

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
