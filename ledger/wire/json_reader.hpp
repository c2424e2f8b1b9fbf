#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/values/result.hpp"

namespace payonce {

/// A request is some two hundred bytes on three levels: both caps are far from any that is meant, and near enough that none
/// can cost much.
inline constexpr std::size_t longest_json = 65'536;  // idempotency.md R16
inline constexpr std::size_t deepest_json = 16;

/// A JSON text taken apart, exact: a number keeps its digits, a text has its escapes resolved, and an object names nothing twice.
struct JsonValue {
  enum class Kind { object, array, text, number, truth };

  Kind kind = Kind::object;
  std::string name;                // as a member
  std::string text;                // of a text; the digits of a number; "true", "false"
  std::vector<JsonValue> members;  // of an object, in the order they were written; what stands in an array is not kept

  /// Null where there is no such member.
  [[nodiscard]] const JsonValue* member(std::string_view member_name) const;
};

/// The object that the text is, and nothing but. Refused, each by its name: bytes that are no UTF-8, half of a surrogate pair, a
/// member named twice on whatever level, a null, a number of more digits than a Decimal takes, what is too large or too deep, what
/// ends too early, and whatever stands behind. A Fault names the member by its path, as amount.value, or else "json".
[[nodiscard]] Result<JsonValue> read_json(std::string_view json);

/// What a text is by the grammar alone: a whole JSON object; the beginning of one, in which nothing is wrong so far but that it
/// ends; or neither.
enum class JsonShape { whole, begun, wrong };
[[nodiscard]] JsonShape shape_of(std::string_view json);

}  // namespace payonce
