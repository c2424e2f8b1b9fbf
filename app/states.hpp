#pragma once

#include <string>
#include <vector>

#include "app/context.hpp"
#include "ledger/orders/history.hpp"

namespace payonce {

/// The state machines as the file itself has them, in its table of legal steps. Whoever reads them reads the law.

/// "stateDiagram-v2", a composite state a machine: where it begins, a line a step, where it ends.
[[nodiscard]] std::string mermaid_of(const std::vector<orders::LegalStep>& steps);
/// For people: a machine a paragraph, a line a state.
[[nodiscard]] std::string states_text(const Context& context, const std::vector<orders::LegalStep>& steps);
/// {"machines":[{"machine":"order","steps":[{"from":"created","to":"paying"},…]},…],"exit":0}
[[nodiscard]] std::string states_json(const std::vector<orders::LegalStep>& steps);

}  // namespace payonce
