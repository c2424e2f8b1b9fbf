#include "ledger/statements/bank/ofx_sgml.hpp"

#include <array>
#include <utility>

#include "ledger/statements/map.hpp"
#include "ledger/values/utf8.hpp"

namespace payonce::statements::ofx {
namespace {

constexpr int end_of_file = std::char_traits<char>::eof();

std::string capitals(std::string_view text) {
  std::string all(text);
  for (char& c : all) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return all;
}

}  // namespace

int Sgml::take() {
  const int c = bytes_.sbumpc();
  if (c == '\n') ++line_;
  if (c != end_of_file && raw_.size() < longest_text) raw_ += static_cast<char>(c);
  return c;
}

std::string Sgml::decoded(std::string text) const {
  if (!is_utf8(text)) text = in_utf8(text, otherwise_);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> entities{
      {{"&lt;", "<"}, {"&gt;", ">"}, {"&nbsp;", " "}, {"&apos;", "'"}, {"&quot;", "\""}, {"&amp;", "&"}}};
  std::size_t at = text.find('&');
  while (at != std::string::npos) {
    for (const auto& [name, character] : entities) {
      if (!std::string_view(text).substr(at).starts_with(name)) continue;
      text.replace(at, name.size(), character);
      break;
    }
    at = text.find('&', at + 1);
  }
  return text;
}

bool Sgml::read() {
  int c = take();
  std::string header;
  for (; c != end_of_file && c != '<'; c = take()) {
    if (header.size() < longest_text) header += static_cast<char>(c);
  }
  if (header.find("CHARSET:936") != std::string::npos || header.find("GB") != std::string::npos)
    otherwise_ = Charset::gb18030;
  while (c != end_of_file) {
    const std::uint64_t line = line_;
    std::string tag;
    for (c = take(); c != end_of_file && c != '>' && c != '<'; c = take()) {
      if (tag.size() < longest_tag) tag += static_cast<char>(c);
    }
    if (c != '>') return c == end_of_file && tag.empty();
    std::string text;
    // What of the bytes belongs to a transaction is known only at its two ends.
    const std::string name = capitals(trimmed(tag));
    if (name == "STMTTRN") raw_ = "<" + tag + ">";
    if (name == "/STMTTRN" && !statements_.close("STMTTRN", line, std::exchange(raw_, {}))) return true;
    for (c = take(); c != end_of_file && c != '<'; c = take()) {
      if (text.size() < longest_text) text += static_cast<char>(c);
    }
    if (name.empty() || name.front() == '?' || name.front() == '!' || name == "/STMTTRN") continue;
    const std::string value = decoded(std::string(trimmed(text)));
    bool go_on = true;
    if (name.front() == '/') {
      go_on = statements_.close(name.substr(1), line, {});
    } else if (value.empty()) {
      go_on = statements_.open(name, line);
    } else {
      go_on = statements_.value(name, value, line);
    }
    if (!go_on) return true;
  }
  return true;
}

}  // namespace payonce::statements::ofx
