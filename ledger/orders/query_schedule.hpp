#pragma once

#include <cstdint>
#include <optional>

#include "ledger/values/duration.hpp"

namespace payonce::orders {

/// How long to wait before a channel is asked again about what is unknown, behind so many questions without an answer: soon
/// at first, daily in the end (ledger.md 2.2). None when the schedule is over: a person should look, and the status stays.
[[nodiscard]] std::optional<Duration> next_query_in(std::int64_t questions);

}  // namespace payonce::orders
