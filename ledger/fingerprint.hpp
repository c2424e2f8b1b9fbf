#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "ledger/digest/digest.hpp"
#include "ledger/values/request.hpp"

namespace payonce {

/// The algorithm of the fingerprints written today. A stored row says which one it used and is compared by that (R10).
inline constexpr int fingerprint_algorithm = 1;

/// What a request asks for, in 16 bytes of HMAC-SHA-256 for each of its three parts: the route (which command), the target
/// (which order or account), the body (amount in minor units, channel, counterpart, reference, version). Equal fingerprints
/// mean the same request whatever its spelling; parts that differ can be named without telling old values (idempotency.md R6).
using Fingerprint = std::array<std::uint8_t, 48>;

[[nodiscard]] Fingerprint fingerprint(Mac& secret, const Request& request);

/// The same of a caller's own function (idempotently.hpp): the route is its action, the body its parts. No command of ours has
/// such a route.
[[nodiscard]] Fingerprint fingerprint(Mac& secret, std::string_view action, std::span<const std::string> parts);

/// "route", "target", "body": the first part in which two fingerprints differ; empty where they are equal.
[[nodiscard]] std::string_view differs(const Fingerprint& left, const Fingerprint& right);

/// A key is looked up by 16 bytes of SHA-256 over (tenant, key), each length-prefixed (product.md decision 14).
using KeyHash = std::array<std::uint8_t, 16>;
[[nodiscard]] KeyHash key_hash(std::string_view tenant, std::string_view key);

}  // namespace payonce
