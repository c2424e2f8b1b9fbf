#pragma once

#include <cstdint>
#include <optional>

#include "ledger/layers/reconciliation_breaks.hpp"
#include "ledger/layers/reconciliation_figures.hpp"
#include "ledger/store/store.hpp"
#include "ledger/world/world.hpp"

/// Which breaks hold behind a run, which are over and by whose doing (reconciliation.md 3, steps 8 and 12).
namespace payonce::reconciliation {

struct Judged {
  Rolls rolls{};
  bool open = false;      // one of them waits for somebody
  bool accepted = false;  // one was listed and ended at once, or by a person's word
};

/// A break that was found holds while its difference is not what its fixes have moved, or until it is accepted; one that was not
/// found again is over. Closes, opens again, writes how each stood into the run, and approves what a rule allows.
[[nodiscard]] Judged judge_breaks(Tx& tx, World& world, const Scope& scope, std::optional<std::int64_t> previous);

}  // namespace payonce::reconciliation
