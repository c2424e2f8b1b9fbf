#pragma once

#include <string>

#include "app/record.hpp"
#include "ledger/layers/reconciliation_drill.hpp"
#include "ledger/layers/reconciliation_fixes.hpp"
#include "ledger/layers/reconciliation_suggestions.hpp"

namespace payonce {

/// A break as lists have it.
[[nodiscard]] Record break_row(const reconciliation::Break& one);
/// The break of this id, or a Problem that names `field`.
[[nodiscard]] reconciliation::Break break_of(Context& context, const std::string& field, const std::string& id);

/// What stands in a pair that is suggested, with the command that would make it one.
[[nodiscard]] Record suggestion_row(const reconciliation::Suggestion& one);
/// For people: a paragraph a suggestion, its command on a line of its own so that it can be taken as it stands.
[[nodiscard]] std::string suggestions_text(const Context& context, const reconciliation::Suggestions& all);

}  // namespace payonce
