#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ledger/values/duration.hpp"

namespace payonce::orders {

/// How long to wait before a channel is asked again about what is unknown, behind so many questions without an answer: soon
/// at first, daily in the end (ledger.md 2.2). A little more for each, by a jitter that follows from its reference and is the
/// same every time, so that a thousand payments lost together are not all asked about in one second. None when the schedule
/// is over: a person should look, and the status stays.
[[nodiscard]] std::optional<Duration> next_query_in(std::int64_t questions, std::string_view reference);

}  // namespace payonce::orders
