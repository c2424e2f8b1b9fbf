#include "app/print/colour.hpp"

#include <unistd.h>

#include <cstdlib>

namespace payonce {
namespace {

std::string_view sign(Tone tone) {
  switch (tone) {
    case Tone::ok: return "✓";
    case Tone::warn: return "⚠";
    case Tone::bad: return "✖";
    case Tone::plain:
    case Tone::dim: break;
  }
  return {};
}

// Only the eight colours every terminal has, at its own brightness: readable on a light and on a dark ground.
std::string_view escape(Tone tone) {
  switch (tone) {
    case Tone::ok: return "\x1B[32m";
    case Tone::warn: return "\x1B[33m";
    case Tone::bad: return "\x1B[31m";
    case Tone::dim: return "\x1B[2m";
    case Tone::plain: break;
  }
  return {};
}

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view{} : std::string_view{value};
}

}  // namespace

Result<ColourChoice> parse_colour(std::string_view field, std::string_view text) {
  if (text == "auto") return ColourChoice::automatic;
  if (text == "always") return ColourChoice::always;
  if (text == "never") return ColourChoice::never;
  return Fault{std::string(field), {"is one of auto, always, never", "只能是 auto、always 或 never"}};
}

bool colour_on(ColourChoice choice, int descriptor) {
  switch (choice) {
    case ColourChoice::always: return true;
    case ColourChoice::never: return false;
    case ColourChoice::automatic: break;
  }
  return environment("NO_COLOR").empty() && environment("TERM") != "dumb" && isatty(descriptor) == 1;
}

std::string Painter::paint(std::string_view text, Tone tone) const {
  const std::string_view begin = escape(tone);
  std::string out;
  if (!coloured_ || begin.empty() || text.empty()) return out += text;
  out += begin;
  out += text;
  return out += "\x1B[0m";
}

std::string Painter::mark(std::string_view text, Tone tone) const { return paint(signed_text(text, tone), tone); }

std::string signed_text(std::string_view text, Tone tone) {
  std::string out(sign(tone));
  if (!out.empty() && !text.empty()) out += ' ';
  return out += text;
}

}  // namespace payonce
