#include <algorithm>
#include <optional>

#include "ledger/engine.hpp"
#include "ledger/engine_passage.hpp"
#include "ledger/engine_permits.hpp"
#include "ledger/layers/dedup_window.hpp"
#include "ledger/layers/idempotency_key.hpp"
#include "ledger/layers/state_machine.hpp"
#include "ledger/layers/unique_constraint.hpp"
#include "ledger/values/invariant.hpp"

// Article A's mistake, in a laboratory: look in one transaction, act in another without looking again. The layers here are the
// product's own, asked in the pipeline's order; what they draft is thrown away with the transaction they were asked in.
namespace payonce {
namespace {

/// Thrown to roll back a look: it may have opened accounts for what it drafted, and is to write nothing.
struct Looked {};

bool any_naive(const Settings& settings) {
  return std::any_of(settings.layers.begin(), settings.layers.end(), [](Guard one) { return one == Guard::naive; });
}

bool passes_doors(Tx& tx, Passage& pay) {
  const bool window_first = pay.settings.window_before_key;
  return (!window_first || dedup_window::gate(tx, pay)) && idempotency_key::look(tx, pay) &&
         (window_first || dedup_window::gate(tx, pay));
}

bool passes(Tx& tx, Passage& pay) {
  if (!passes_doors(tx, pay)) return false;
  switch (pay.request->verb) {
    case Verb::pay:
    case Verb::authorise:
      if (!pay.request->via) return state_machine::permit(tx, pay) && unique_constraint::look(tx, pay);
      return state_machine::permit_outside(tx, pay) && (pay.attempt || unique_constraint::look(tx, pay));
    case Verb::refund: return state_machine::permit_refund(tx, pay) && unique_constraint::look(tx, pay);
    case Verb::capture:
    case Verb::void_hold:
      pay.asks = pay.request->verb == Verb::capture ? orders::OperationKind::capture : orders::OperationKind::void_hold;
      return state_machine::permit_operation(tx, pay) && unique_constraint::look(tx, pay);
    default: break;
  }
  return drafted(tx, pay) && unique_constraint::look(tx, pay);
}

}  // namespace

std::optional<Reply> Engine::seen_before(const Request& request) {
  const Settings& settings = ledger_.settings();
  if (!any_naive(settings)) return std::nullopt;
  std::optional<Passage> seen;
  bool passed = false;
  bool undone = false;
  try {
    ledger_.store().atomically([&](Tx& tx) {
      seen.emplace(enter(&request, strict_));
      passed = passes(tx, *seen);
      throw Looked{};
    });
  } catch (const Looked&) {
    undone = true;  // only what it saw is left of it
  }
  invariant(undone, "a look leaves nothing");
  const bool ours = !passed && settings.guard(seen->answered_by) == Guard::naive;
  if (ours && seen->answered_by == Layer::idempotency_key) return leave(*seen);
  world_.step(Step::naive_gap);
  // What another layer says, it says again where it is asked with the work.
  if (!ours) return std::nullopt;
  Passage told = ledger_.store().atomically([&](Tx& tx) {
    Passage pay = enter(&request);
    if (let_in(tx, pay)) {
      pay.answer = seen->answer;
      pay.answered_by = seen->answered_by;
      pay.trace.insert(pay.trace.end(), seen->trace.begin(), seen->trace.end());
    }
    spend(tx, pay);
    end(tx, pay);
    return pay;
  });
  blocked_ = seen->blocked_by;
  return tell(told);
}

}  // namespace payonce
