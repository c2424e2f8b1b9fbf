#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace payonce {

/// What an acquirer can be told to do at a call. Where a reference is known to it already, no money moves again, whatever it
/// was told, and only the manner of answering is taken from here.
enum class Behaviour {
  approve,  // moves the money and says so
  decline,  // moves nothing and says so
  slow,     // moves the money at once and says so after a while
  late,     // says nothing; the money moves after a while, and then a notice is due
  lose,     // moves the money, and the answer is lost on the way
  twice,    // moves the money and says so, and once more by a notice
  down,     // is not reached at all
};

inline constexpr std::array every_behaviour{
    Behaviour::approve, Behaviour::decline, Behaviour::slow, Behaviour::late,
    Behaviour::lose,    Behaviour::twice,   Behaviour::down,
};

/// As it is stored, printed and written in scenarios.
[[nodiscard]] std::string_view label(Behaviour behaviour);
[[nodiscard]] std::optional<Behaviour> behaviour_named(std::string_view label);
/// slow and late say for how long; the others take no duration.
[[nodiscard]] bool takes_duration(Behaviour behaviour);

}  // namespace payonce
