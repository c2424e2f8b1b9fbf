#pragma once

#include <string>
#include <vector>

#include "tests/cli/desk.hpp"
#include "tests/cli/json.hpp"

namespace payonce::test {

/// What `payonce ask` made of a file of requests.
struct Asked {
  int status;
  std::vector<Json> replies;
  std::vector<std::string> lines;
};

/// Asks a file of these requests. Every answer is checked to be JSON by its documented schema.
[[nodiscard]] Asked ask(const Desk& desk, const std::string& requests);

/// "paid", "paid replayed", or "LINE FIELD: REASON".
[[nodiscard]] std::string told(const Json& reply);

/// Asks one line, checks the status, and tells its one answer.
[[nodiscard]] std::string one(const Desk& desk, const std::string& request, int status = 0);

/// A payment of order o1; `amount` is JSON.
[[nodiscard]] std::string pay(const std::string& key, const std::string& amount);

}  // namespace payonce::test
