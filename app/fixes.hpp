#pragma once

#include <string>

#include "app/context.hpp"
#include "ledger/layers/reconciliation_fixes.hpp"

namespace payonce {

/// Books an approved fix. A Problem where it cannot be booked: it stays approved, and approving again tries once more.
void post(Context& context, const reconciliation::Fix& fix);
/// Everything of a channel that is approved and not booked: by a rule, or before a crash. Gives how many were booked.
std::int64_t post_approved(Context& context, const std::string& channel);

}  // namespace payonce
