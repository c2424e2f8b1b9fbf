#pragma once

#include <string>

#include "app/context.hpp"
#include "ledger/layers/reconciliation.hpp"
#include "ledger/values/json.hpp"

namespace payonce {

/// A reconciliation as people read it: the verdict, the laws, each channel with the bridge from our books to its statement, what
/// is open, and every finding with what to do about it.
[[nodiscard]] std::string report_text(const Context& context, const reconciliation::Report& report);
/// The same for programs (docs/report.md).
[[nodiscard]] std::string report_json(const reconciliation::Report& report);
[[nodiscard]] ExitStatus exit_status(const reconciliation::Report& report);

/// The table of laws, and every breach with what to do about it.
[[nodiscard]] std::string laws_text(const Context& context, const std::vector<reconciliation::Law>& laws);
[[nodiscard]] std::string broken_laws_text(const Context& context, const std::vector<reconciliation::Law>& laws);
void write_law(JsonWriter& json, const reconciliation::Law& law);

}  // namespace payonce
