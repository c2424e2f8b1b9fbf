#pragma once

#include <string_view>

#include "ledger/values/text.hpp"

namespace payonce {

/// What the reason code of an answer says to a person: more than the outcome does. Empty where the outcome says it all.
[[nodiscard]] Text reason_sentence(std::string_view reason);

/// A reason read back from a file, as the code that lives as long as the program; empty where the list has none of this name.
[[nodiscard]] std::string_view reason_named(std::string_view stored);

}  // namespace payonce
