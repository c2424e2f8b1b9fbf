#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/wire/json_reader.hpp"

namespace payonce {

/// A value of another kind than the member takes, told by the member's path.
[[nodiscard]] std::optional<Fault> fault_unless(JsonValue::Kind kind, const JsonValue& value, const std::string& field);

/// A member nobody knows, with the nearest known one, or all of them where none is near. `above` is the path it lies in.
[[nodiscard]] std::optional<Fault> fault_unless_known(std::string_view name, const std::vector<std::string_view>& known,
                                                      const std::string& above = {});

/// "pay, refund, topup"
[[nodiscard]] std::string listed(const std::vector<std::string_view>& words);

/// A name from outside as it may be shown.
[[nodiscard]] std::string shown(std::string_view name);

}  // namespace payonce
