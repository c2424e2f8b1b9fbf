#pragma once

#include <string>

#include "app/handout/sequence.hpp"

namespace payonce::handout {

/// What stands above a diagram.
struct Caption {
  std::string experiment;
  Text situation;
};

/// A schedule as an SVG sequence diagram that stands by itself: no font, no script and no address in it, light or dark as its reader
/// prefers. Boxes are as wide as their text is on a screen of fixed columns, where a Chinese character takes two. Of more than 200
/// turns the first 200 are drawn, and it says so.
[[nodiscard]] std::string svg_of(const Sequence& sequence, const Caption& caption, Language language);

}  // namespace payonce::handout
