#pragma once

#include <string>
#include <string_view>

#include "app/context.hpp"

namespace payonce {

/// The table of natural idempotency: what asking twice without a key does, by HTTP method. Each row is played by one story, and
/// a test holds the table against what the story's books say.
ExitStatus explain_http(Context& context);

}  // namespace payonce
