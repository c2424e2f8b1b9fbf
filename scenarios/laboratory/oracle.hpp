#pragma once

#include "scenarios/laboratory/verdict.hpp"

namespace payonce::laboratory {

class Play;

/// The hidden truth: what the intents of an experiment say, against what moved in the book and at the channels, and against what the
/// actors were told. Reads; the play is at the end of a schedule.
[[nodiscard]] Verdict judged(Play& play);

}  // namespace payonce::laboratory
