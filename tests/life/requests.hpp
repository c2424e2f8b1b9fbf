#pragma once

#include <map>
#include <optional>

#include "ledger/values/request.hpp"
#include "tests/life/event.hpp"

namespace payonce::life {

/// The request of an event, with references and keys named after it; nothing where it asks nothing that carries a key. Earlier
/// ones are looked up in the requests of the whole list, not in what has been done, so that a list with holes is a life as well.
[[nodiscard]] std::optional<Request> request_of(const Event& event, const std::map<int, Request>& asked);

}  // namespace payonce::life
