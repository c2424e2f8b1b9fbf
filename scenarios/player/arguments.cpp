#include "scenarios/player/arguments.hpp"

#include <algorithm>
#include <charconv>

#include "scenarios/player/malformed.hpp"

namespace payonce::player {

Money money(std::string_view field, const std::string& text, const Currency& currency) {
  const bool bare = std::none_of(text.begin(), text.end(), [](char c) { return c == ' ' || (c >= 'A' && c <= 'Z'); });
  return taken(bare ? Money::parse(field, text, currency) : Money::parse(field, text));
}

std::int64_t number(std::string_view field, const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw Malformed{{std::string(field), {"takes a whole number", "须为整数"}}};
  }
  return value;
}

void refuse_unbuilt(const script::Step& step, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (step.argument(name) != nullptr) {
      throw Malformed{{std::string(name), {"is not taken by this command", "此命令不接受该参数"}}};
    }
  }
}

std::int64_t number_given(const script::Step& step, std::string_view name) {
  const std::string* const given = step.argument(name);
  if (given == nullptr) throw Malformed{{std::string(name), {"is missing", "缺失"}}};
  const std::int64_t value = number(name, *given);
  if (value < 1) throw Malformed{{std::string(name), {"takes a whole number from 1", "须为不小于 1 的整数"}}};
  return value;
}

std::optional<std::int64_t> version_of(const script::Step& step) {
  const std::string* version = step.argument("if-version");
  return version == nullptr ? std::nullopt : std::optional(number("if-version", *version));
}

}  // namespace payonce::player
