#include "ledger/channel/channel.hpp"

#include <array>

namespace payonce {

std::string_view name(Movement movement) {
  switch (movement) {
    case Movement::capture: return "capture";
    case Movement::charge: return "charge";
    case Movement::refund: return "refund";
    case Movement::authorise: return "authorise";
    case Movement::void_hold: return "void";
    case Movement::close: return "close";
  }
  return "";
}

std::optional<Movement> movement_named(std::string_view wanted) {
  static constexpr std::array all = {Movement::capture,   Movement::charge,    Movement::refund,
                                     Movement::authorise, Movement::void_hold, Movement::close};
  for (const Movement movement : all) {
    if (name(movement) == wanted) return movement;
  }
  return std::nullopt;
}

}  // namespace payonce
