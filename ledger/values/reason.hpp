#pragma once

#include <string_view>

#include "ledger/values/text.hpp"

namespace payonce {

/// What the reason code of an answer says to a person: more than the outcome does. Empty where the outcome says it all.
[[nodiscard]] Text reason_sentence(std::string_view reason);

}  // namespace payonce
