#pragma once

#include <map>
#include <string>
#include <string_view>

namespace payonce {

/// The members of one JSON object as JsonWriter makes them, members of members by their path ("amount.minor"), items of lists by
/// their place ("trace.0.layer"). Text comes without quotes and escapes, everything else as it is written; null is left out.
/// For stored answers, which are our own bytes: text that is no such object gives no members, never half of them.
using JsonMembers = std::map<std::string, std::string, std::less<>>;
[[nodiscard]] JsonMembers json_members(std::string_view json);

}  // namespace payonce
