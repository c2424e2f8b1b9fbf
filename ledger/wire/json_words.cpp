#include "ledger/wire/json_words.hpp"

#include <algorithm>

#include "ledger/values/nearest.hpp"
#include "ledger/values/wide.hpp"

namespace payonce {
namespace {

Text words_of(JsonValue::Kind kind) {
  switch (kind) {
    case JsonValue::Kind::object: return {"an object", "对象"};
    case JsonValue::Kind::array: return {"an array", "数组"};
    case JsonValue::Kind::text: return {"a text", "文本"};
    case JsonValue::Kind::number: return {"a number", "数字"};
    case JsonValue::Kind::truth: return {"true or false", "true 或 false"};
  }
  return {};
}

/// The slip behind most of these is a pair of quotes.
Text with_quotes(JsonValue::Kind kind) {
  if (kind == JsonValue::Kind::text) return {" in quotes", "（带引号）"};
  if (kind == JsonValue::Kind::number) return {" without quotes", "（不带引号）"};
  return {};
}

}  // namespace

std::optional<Fault> fault_unless(JsonValue::Kind kind, const JsonValue& value, const std::string& field) {
  if (value.kind == kind) return std::nullopt;
  const Text wanted = words_of(kind);
  const Text quotes = with_quotes(kind);
  const Text found = words_of(value.kind);
  return Fault{field,
               {"must be " + wanted.en + quotes.en + ", not " + found.en,
                "应为" + wanted.zh + quotes.zh + "，而不是" + found.zh}};
}

std::optional<Fault> fault_unless_known(std::string_view name, const std::vector<std::string_view>& known,
                                        const std::string& above) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return std::nullopt;
  const std::string near(nearest(name, known));
  Text hint{"; known are " + listed(known), "；已知的有 " + listed(known)};
  if (!near.empty()) hint = {"; did you mean " + near + "?", "；您是指 " + near + " 吗？"};
  return Fault{(above.empty() ? "" : above + ".") + shown(name),
               {"is no known member" + hint.en, "不是已知的成员" + hint.zh}};
}

std::string listed(const std::vector<std::string_view>& words) {
  std::string all;
  for (const std::string_view word : words) {
    if (!all.empty()) all += ", ";
    all += word;
  }
  return all;
}

std::string shown(std::string_view name) { return cut(printable(name), 64); }

}  // namespace payonce
