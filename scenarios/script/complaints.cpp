#include "scenarios/script/complaints.hpp"

#include <utility>

#include "ledger/values/nearest.hpp"

namespace payonce::script {

std::string report(std::string_view file, const Error& error, Language language) {
  return std::string(file) + ":" + std::to_string(error.line) + ":" + std::to_string(error.column) + ": " +
         said(error.message, language);
}

void Complaints::add(Place place, Text message) {
  if (errors_.size() < most) errors_.push_back({place.line, place.column, std::move(message)});
}

void Complaints::unknown(Place place, const Text& what, std::string_view word,
                         const std::vector<std::string_view>& known) {
  if (errors_.size() >= most) return;
  Text message{"unknown " + what.en + " \"" + shown(word) + "\"", "未知的" + what.zh + "“" + shown(word) + "”"};
  const std::string_view near = nearest(word, known);
  if (!near.empty()) {
    message.en += "; did you mean \"" + std::string(near) + "\"?";
    message.zh += "；是不是“" + std::string(near) + "”？";
  } else if (!known.empty()) {
    std::string list;
    for (const std::string_view one : known) list += (list.empty() ? "" : ", ") + std::string(one);
    message.en += "; known are: " + list;
    message.zh += "；已知的有：" + list;
  }
  add(place, std::move(message));
}

std::string shown(std::string_view word) {
  constexpr std::size_t most = 40;
  if (word.size() <= most) return std::string(word);
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(word[end]) & 0xC0U) == 0x80U) --end;
  return std::string(word.substr(0, end)) + "…";
}

}  // namespace payonce::script
