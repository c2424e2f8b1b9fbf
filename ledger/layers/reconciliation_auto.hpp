#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ledger/layers/reconciliation_fixes.hpp"
#include "ledger/store/store.hpp"
#include "ledger/world/world.hpp"

/// What a run may approve by itself: a class of breaks, one treatment, and two caps. Only what is both certain and small
/// (reconciliation.md 1.5 and 3, step 12).
namespace payonce::reconciliation {

struct Candidate {
  std::string id;
  Code code;
  std::string channel;
  std::string currency;
  std::int64_t size;  // what the caps are held against
};
/// Proposes and approves by the channel's rule for this class, where there is one and both its caps allow it.
[[nodiscard]] bool auto_approve(Tx& tx, World& world, const Candidate& candidate);
struct AutoRule {
  std::string channel;
  Code code;
  Action action;
  std::string currency;
  std::int64_t item_cap;
  std::int64_t day_cap;
  std::string actor;
};
void set_auto_rule(Tx& tx, const AutoRule& rule, std::int64_t now_ns);
[[nodiscard]] std::vector<AutoRule> auto_rules(View& view);

}  // namespace payonce::reconciliation
