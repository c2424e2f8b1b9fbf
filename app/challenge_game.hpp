#pragma once

#include "app/context.hpp"
#include "app/learner.hpp"
#include "scenarios/lessons/challenge.hpp"

namespace payonce {

/// One game in which the learner is the scheduler, from its first word to its last: each is done and told, or refused with a reason and
/// nothing done. With --json all of it is one object at the end (docs/laboratory.md). The status: findings where it leaked, done where
/// nothing did and from there nothing can, cannot_say where it was left before.
ExitStatus play_challenge(Context& context, lessons::Challenge& level, Learner& learner);

}  // namespace payonce
