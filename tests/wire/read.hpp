#pragma once

#include <string>
#include <string_view>

#include "ledger/wire/json_request.hpp"

namespace payonce::wire_tests {

/// Terms with short keys: tenant main, one byte.
[[nodiscard]] Terms terms();
[[nodiscard]] Result<Request> read(std::string_view json);

/// A request as one JSON object that must be read as the same request.
[[nodiscard]] std::string written(const Request& request);
/// Everything a request is, as one text: two requests are equal where these are.
[[nodiscard]] std::string all_of(const Request& request);

/// The request that `json` must be, as all_of tells it.
[[nodiscard]] std::string meant(std::string_view json);

}  // namespace payonce::wire_tests
