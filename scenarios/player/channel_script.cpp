#include "scenarios/player/channel_script.hpp"

#include "ledger/values/invariant.hpp"

namespace payonce::player {

bool instruct(Hands& hands, const script::Step& step) {
  Acquirer* const acquirer = hands.acquirer(step.words[0]);
  const auto behaviour = behaviour_named(step.words[1]);
  invariant(behaviour.has_value(), "the reader knows the behaviours");
  if (acquirer == nullptr || takes_duration(*behaviour) != (step.words.size() == 3)) return false;
  acquirer->script(*behaviour, {step.shift_ns}, step.times.value_or(1));
  return true;
}

}  // namespace payonce::player
