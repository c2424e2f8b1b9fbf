#pragma once

#include "app/context.hpp"
#include "app/learner.hpp"
#include "scenarios/lessons/defence.hpp"

namespace payonce {

/// One game in which the learner buys layers until nothing leaks, or has had enough; counterexamples are looked for within `options`. With
/// --json all of it is one object at the end (docs/laboratory.md). The status: done where nothing leaks any more, findings where
/// something does, cannot_say where that is unknown.
ExitStatus play_defence(Context& context, lessons::Defence& defence, Learner& learner,
                        const laboratory::MatrixOptions& options);

}  // namespace payonce
