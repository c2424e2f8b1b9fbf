#include "scenarios/acquirer/behaviour.hpp"

namespace payonce {

std::string_view label(Behaviour behaviour) {
  switch (behaviour) {
    case Behaviour::approve: return "approve";
    case Behaviour::decline: return "decline";
    case Behaviour::slow: return "slow";
    case Behaviour::late: return "late";
    case Behaviour::lose: return "lose";
    case Behaviour::twice: return "twice";
    case Behaviour::down: return "down";
  }
  return "";
}

std::optional<Behaviour> behaviour_named(std::string_view wanted) {
  for (const Behaviour behaviour : every_behaviour) {
    if (label(behaviour) == wanted) return behaviour;
  }
  return std::nullopt;
}

bool takes_duration(Behaviour behaviour) { return behaviour == Behaviour::slow || behaviour == Behaviour::late; }

}  // namespace payonce
