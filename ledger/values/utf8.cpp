#include "ledger/values/utf8.hpp"

namespace payonce {

CodePoint code_point_at(std::string_view text, std::size_t at) noexcept {
  const auto byte = [text](std::size_t n) { return static_cast<unsigned char>(text[n]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) return {lead, 1, true};

  std::size_t size = 0;
  if (lead >= 0xC2 && lead <= 0xDF) size = 2;
  if (lead >= 0xE0 && lead <= 0xEF) size = 3;
  if (lead >= 0xF0 && lead <= 0xF4) size = 4;
  if (size == 0) return {};

  // The second byte alone tells overlong forms, surrogates and values past U+10FFFF.
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
  if (lead == 0xE0) low = 0xA0;
  if (lead == 0xED) high = 0x9F;
  if (lead == 0xF0) low = 0x90;
  if (lead == 0xF4) high = 0x8F;

  char32_t value = lead & (0x7FU >> size);
  for (std::size_t n = 1; n < size; ++n) {
    if (at + n >= text.size() || byte(at + n) < low || byte(at + n) > high) return {replacement_character, n, false};
    value = (value << 6) | (byte(at + n) & 0x3FU);
    low = 0x80;
    high = 0xBF;
  }
  return {value, size, true};
}

bool is_utf8(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (!point.valid) return false;
    at += point.size;
  }
  return true;
}

}  // namespace payonce
