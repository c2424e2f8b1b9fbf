#pragma once

#include "scenarios/script/vocabulary.hpp"

namespace payonce::player {

/// The words of the ledger that a story may use: what it answers, who answers, where a process may break off, what a
/// reconciliation finds, and what an acquirer can be told to do.
[[nodiscard]] const script::Vocabulary& vocabulary();

}  // namespace payonce::player
