#include "app/handout/markup.hpp"

#include <algorithm>

#include "ledger/digest/digest.hpp"
#include "ledger/values/wide.hpp"

namespace payonce::handout {

std::string as_markup(std::string_view text) {
  std::string spaced(text);
  std::replace_if(
      spaced.begin(), spaced.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  std::string out;
  for (const char c : printable(spaced)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string inside_script(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    // These stand in JSON only inside its strings, where they may be spelled so.
    switch (c) {
      case '<': out += "\\u003c"; break;
      case '>': out += "\\u003e"; break;
      case '&': out += "\\u0026"; break;
      default: out += c;
    }
  }
  return out;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t here = std::min<std::size_t>(3, bytes.size() - at);
    unsigned bits = 0;
    for (std::size_t i = 0; i < 3; ++i) bits = bits << 8 | (i < here ? static_cast<unsigned char>(bytes[at + i]) : 0u);
    for (std::size_t i = 0; i < 4; ++i) out += i <= here ? letters[bits >> (18 - 6 * i) & 63u] : '=';
  }
  return out;
}

std::string policy_hash(std::string_view text) {
  const Digest digest = sha256(text);
  return "sha256-" + base64(std::string(digest.begin(), digest.end()));
}

}  // namespace payonce::handout
