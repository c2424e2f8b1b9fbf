#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "ledger/store/store.hpp"

namespace payonce::orders {

/// Whose word a status rests on, from the weakest to the strongest (ledger.md 2.2). Silence is our own conclusion; a person
/// stands above what a channel says today and below the statement it has signed off. That a person gave something up while its
/// channel could not say is a conclusion as well (Attempt::concluded).
enum class Source { silence, reply, notice, query, manual, statement };
/// Begins what stands in the place of a channel's number where a person alone says that it happened.
inline constexpr std::string_view by_person = "manual:";
[[nodiscard]] std::string_view name(Source source);
[[nodiscard]] std::optional<Source> source_named(std::string_view name);

/// A weaker source never overrules a stronger one. Nothing is weaker than nothing.
[[nodiscard]] bool weaker(Source said, const std::optional<Source>& decided_by);

/// Of the words themselves and who said them: the first 16 bytes of SHA-256.
using EvidenceDigest = std::array<std::uint8_t, 16>;
[[nodiscard]] EvidenceDigest evidence_digest(std::string_view source, std::string_view channel, std::string_view said);

/// What was said outside, kept for ever, once: the same words of the same source are the same evidence. `said` tells, in words,
/// what happened to which reference and how much; at most 4096 bytes of it are kept. Gives its number, for Tx::because.
[[nodiscard]] std::int64_t record_evidence(Tx& tx, Source source, std::string_view channel, std::string_view said,
                                           std::int64_t now_ns);

}  // namespace payonce::orders
