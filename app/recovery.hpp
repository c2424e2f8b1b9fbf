#pragma once

#include "app/context.hpp"
#include "app/exit_status.hpp"
#include "ledger/engine.hpp"

namespace payonce {

/// Tells what a completer did. Whatever is still open stays to be asked about: that is a report, no failure.
ExitStatus tell(Context& context, const Recovery& recovery);
/// The same of one channel's messages alone: of what else is open it says nothing.
ExitStatus tell_notices(Context& context, const Recovery& recovery);

}  // namespace payonce
