#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/engine.hpp"
#include "ledger/layers/reconciliation_fixes.hpp"

namespace payonce {

/// The keys of reconciliation are its own: no client can have one of them by chance, nor take one.
inline constexpr std::string_view fix_tenant = "reconciliation";
/// Every key under which this fix may have been booked, of that tenant.
[[nodiscard]] std::vector<std::string> keys_of(const reconciliation::Fix& fix);

/// Books what an approved fix says, by the engine's own verbs under keys that follow from the break and its version: asked for any
/// number of times, by any number of people, it is booked once. Marks the fix as posted behind that. A Fault says why
/// nothing was booked: where asking again may help the fix stays approved, else it is done with and another may be proposed.
[[nodiscard]] std::optional<Fault> post_fix(Engine& engine, Ledger& ledger, World& world,
                                            const reconciliation::Fix& fix);

}  // namespace payonce
