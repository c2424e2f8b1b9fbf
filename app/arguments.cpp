#include "app/arguments.hpp"

#include <charconv>

#include "ledger/values/invariant.hpp"

namespace payonce {

const std::string& Arguments::text(std::string_view name) const {
  const auto found = values_.find(name);
  invariant(found != values_.end(), "a command asks without doubt only for what is required or has a fallback");
  return found->second.back();
}

std::optional<std::string> Arguments::maybe(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return std::nullopt;
  return found->second.back();
}

const std::vector<std::string>& Arguments::all(std::string_view name) const {
  static const std::vector<std::string> none;
  const auto found = values_.find(name);
  return found == values_.end() ? none : found->second;
}

void Arguments::add(std::string_view name, std::string_view value) { values_[std::string(name)].emplace_back(value); }

Result<std::int64_t> parse_count(std::string_view field, std::string_view text, std::int64_t least) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool plain = !text.empty() && (text.size() == 1 || text.front() != '0');
  if (!plain || error != std::errc{} || end != text.data() + text.size() || number < least) {
    const std::string from = std::to_string(least);
    return Fault{std::string(field), {"is a whole number from " + from + " on", "须为不小于 " + from + " 的整数"}};
  }
  return number;
}

}  // namespace payonce
