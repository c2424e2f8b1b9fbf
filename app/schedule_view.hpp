#pragma once

#include <string>

#include "app/context.hpp"
#include "ledger/values/json.hpp"
#include "scenarios/laboratory/trace.hpp"

namespace payonce {

/// A schedule as people read it: a column an actor, what changed on the right, the verdict and its id below.
[[nodiscard]] std::string schedule_table(const Context& context, const laboratory::Trace& trace);
/// Its turns alone, from one of them on (0 the first), and what stands below them.
[[nodiscard]] std::string turns_table(const Context& context, const laboratory::Trace& trace, std::size_t from = 0);
[[nodiscard]] std::string schedule_end(const Context& context, const laboratory::Trace& trace);
/// The same as a Mermaid sequence diagram, for documents.
[[nodiscard]] std::string schedule_mermaid(const Context& context, const laboratory::Trace& trace);
/// And as JSON (docs/laboratory.md).
void write_schedule(JsonWriter& json, const laboratory::Trace& trace);

/// "DOUBLE: moved more often than it was wanted", or that nothing leaked.
[[nodiscard]] std::string verdict_words(const Context& context, const laboratory::Verdict& verdict);

}  // namespace payonce
