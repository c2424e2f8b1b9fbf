#include <string>
#include <string_view>

#include "scenarios/script/step.hpp"

namespace payonce::script {
namespace {

std::string with_process(std::string_view text, const std::string& number) {
  std::string out;
  for (std::size_t at = 0; (at = text.find("{n}")) != std::string_view::npos; text.remove_prefix(at + 3)) {
    out.append(text.substr(0, at)).append(number);
  }
  return out.append(text);
}

}  // namespace

Step filled(const Step& step, std::uint32_t n) {
  Step out = step;
  const std::string number = std::to_string(n);
  for (std::string& word : out.words) word = with_process(word, number);
  for (Argument& one : out.arguments) one.value = with_process(one.value, number);
  for (std::string& one : out.check.of) one = with_process(one, number);
  out.text = with_process(out.text, number);
  return out;
}

}  // namespace payonce::script
