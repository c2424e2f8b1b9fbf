#include <stdexcept>

#include "bench/shop.hpp"
#include "ledger/engine_passage.hpp"
#include "ledger/fingerprint.hpp"
#include "ledger/layers/dedup_window.hpp"
#include "ledger/layers/idempotency_key.hpp"
#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/unique_constraint.hpp"

// Many payments in one commit. The layers take a Tx and a passage and know nothing of commits: what Engine::pay_from_balance
// does once in a transaction can be done a hundred times in one. This loop is the proof, and measures what it saves.
namespace payonce::bench {
namespace {

Passage enter(Ledger& ledger, World& world, const Request& request) {
  Passage pay{.world = world,
              .settings = ledger.settings(),
              .window = ledger.window(),
              .ledger_id = ledger.id(),
              .rules = ledger.rules()};
  pay.now_ns = world.wall_ns();
  pay.answer.decided_at_ns = pay.now_ns;
  pay.request = &request;
  pay.key_hash = key_hash(request.tenant.text(), request.key.text());
  pay.fingerprint = fingerprint(ledger.secret(), request);
  pay.intent = dedup_window::intent_of(request, pay.settings.window_by);
  pay.fact = fact_of(request, pay.key_hash);
  pay.answer.subject_kind = "order";
  pay.answer.subject = request.target;
  return pay;
}

void pay_one(Tx& tx, Passage& pay) {
  if (idempotency_key::claim(tx, pay) && dedup_window::gate(tx, pay) && state_machine::permit(tx, pay) &&
      unique_constraint::look(tx, pay) && covered(tx, pay) && state_machine::advance(tx, pay) &&
      unique_constraint::book(tx, pay)) {
    dedup_window::enter(tx, pay);
  }
  idempotency_key::finish(tx, pay);
}

}  // namespace

void Shop::pay_together(const std::vector<Request>& requests, std::int64_t to_a_commit) {
  const auto batch = static_cast<std::size_t>(to_a_commit);
  for (std::size_t from = 0; from < requests.size(); from += batch) {
    const std::size_t to = std::min(requests.size(), from + batch);
    std::vector<Reply> replies;
    ledger_->store().atomically([&](Tx& tx) {
      replies.clear();
      for (std::size_t at = from; at < to; ++at) {
        Passage pay = enter(*ledger_, world_, requests[at]);
        pay_one(tx, pay);
        replies.push_back({.outcome = pay.answer.outcome,
                           .answered_by = pay.answered_by,
                           .http_status = http_status(pay.answer.outcome),
                           .answer = to_json(pay.answer),
                           .trace = std::move(pay.trace)});
      }
    });
    for (const Reply& reply : replies) {
      if (reply.outcome != Outcome::paid) throw std::runtime_error("bench: not paid: " + reply.answer);
    }
  }
}

}  // namespace payonce::bench
