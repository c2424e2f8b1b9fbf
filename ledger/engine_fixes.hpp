#pragma once

#include <optional>

#include "ledger/engine.hpp"
#include "ledger/layers/reconciliation_fixes.hpp"

namespace payonce {

/// Books what an approved fix says, by the engine's own verbs under keys that follow from the break and its version: asked for any
/// number of times, by any number of people, it is booked once. Marks the fix as posted behind that. A Fault says why it could
/// not be booked; then it stays approved, and the same call may be made again.
[[nodiscard]] std::optional<Fault> post_fix(Engine& engine, Ledger& ledger, World& world,
                                            const reconciliation::Fix& fix);

}  // namespace payonce
