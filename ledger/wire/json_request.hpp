#pragma once

#include <cstddef>
#include <string_view>

#include "ledger/values/ids.hpp"
#include "ledger/values/request.hpp"
#include "ledger/values/result.hpp"

namespace payonce {

/// What holds for every request that comes in by this door.
struct Terms {
  Tenant tenant;              // where a request names none
  std::size_t key_min_bytes;  // the ledger's own setting
};

/// The request that a JSON object is (docs/reply.md, "JSON requests"), ready to be asked: what the command line would make of the
/// same wish, with the same fingerprint, since the fingerprint is over this and not over the text. Order of members, white space,
/// escapes and the spelling of a number never matter. Anything that is not understood whole is refused with its member named;
/// nothing is guessed, rounded or filled in.
[[nodiscard]] Result<Request> read_request(std::string_view json, const Terms& terms);

}  // namespace payonce
