#pragma once

#include <string>
#include <string_view>

#include "ledger/values/text.hpp"

namespace payonce {

/// The help of the program (""), of a group ("order") or of a command ("order create").
[[nodiscard]] std::string help(std::string_view path, Language language);

}  // namespace payonce
