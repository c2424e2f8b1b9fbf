#include "app/command.hpp"

#include "ledger/values/nearest.hpp"

namespace payonce {

std::string shown_name(const Positional& positional) {
  std::string name = positional.name;
  for (char& c : name) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return name;
}

Text did_you_mean(std::string_view word, const std::vector<std::string_view>& known, Text otherwise) {
  const std::string nearest(payonce::nearest(word, known));
  if (nearest.empty()) return otherwise;
  return {"; did you mean " + nearest + "?", "；您是指 " + nearest + " 吗？"};
}

}  // namespace payonce
