#pragma once

#include <string>

#include "app/context.hpp"
#include "app/exit_status.hpp"
#include "ledger/values/answer.hpp"

namespace payonce {

/// The reply as JSON (docs/reply.md), a line with its end.
[[nodiscard]] std::string json_line(const Reply& reply);

/// Tells a reply: as text (outcome, voucher, amount, who answered, whether to ask again, and the trace, a line a layer) or as
/// JSON (docs/reply.md), and gives the status it ends with.
ExitStatus tell(Context& context, const Reply& reply);

}  // namespace payonce
