#pragma once

#include <string>
#include <string_view>

#include "ledger/values/result.hpp"

namespace payonce {

/// How a piece of text is meant. Colour never says it alone: ok, warn and bad carry a sign as well, so that the meaning
/// survives a pipe, a printer and eyes that tell no red from green.
enum class Tone { plain, ok, warn, bad, dim };

enum class ColourChoice { automatic, always, never };

/// "auto", "always" or "never", as --color takes it.
[[nodiscard]] Result<ColourChoice> parse_colour(std::string_view field, std::string_view text);

/// Whether text written to this descriptor is to be coloured. Automatic: only a terminal that is not dumb, and only where
/// NO_COLOR is unset or empty (no-color.org). A choice made on the command line outweighs NO_COLOR.
[[nodiscard]] bool colour_on(ColourChoice choice, int descriptor);

class Painter {
 public:
  explicit Painter(bool coloured = false) : coloured_(coloured) {}

  /// The text in the colour of its tone, or as it is where colour is off.
  [[nodiscard]] std::string paint(std::string_view text, Tone tone) const;
  /// The sign of the tone, a space and the text, in its colour: "✓ clean".
  [[nodiscard]] std::string mark(std::string_view text, Tone tone) const;

 private:
  bool coloured_;
};

/// "✓ clean", "⚠ …", "✖ …"; plain and dim text as it is.
[[nodiscard]] std::string signed_text(std::string_view text, Tone tone);

}  // namespace payonce
