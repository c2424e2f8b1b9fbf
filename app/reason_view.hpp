#pragma once

#include <string>

#include "app/context.hpp"
#include "ledger/values/json.hpp"
#include "scenarios/laboratory/reason.hpp"

namespace payonce {

/// Why a schedule leaks, a sentence a line: which turn did it, what it did not know of, and what each missing layer makes of the same turns.
[[nodiscard]] std::string reason_said(const Context& context, const laboratory::Reason& reason,
                                      const laboratory::Trace& trace);
/// And as JSON (docs/laboratory.md); turns count from 1, as in the table.
void write_reason(JsonWriter& json, const laboratory::Reason& reason, const laboratory::Trace& trace);

}  // namespace payonce
