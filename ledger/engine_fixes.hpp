#pragma once

#include <optional>

#include "ledger/engine.hpp"
#include "ledger/layers/reconciliation_fixes.hpp"

namespace payonce {

/// Books what an approved fix says, by the engine's own verbs under keys that follow from the break and its version: asked for any
/// number of times, by any number of people, it is booked once. Marks the fix as posted behind that. A Fault says why
/// nothing was booked: where asking again may help the fix stays approved, else it is done with and another may be proposed.
[[nodiscard]] std::optional<Fault> post_fix(Engine& engine, Ledger& ledger, World& world,
                                            const reconciliation::Fix& fix);

}  // namespace payonce
