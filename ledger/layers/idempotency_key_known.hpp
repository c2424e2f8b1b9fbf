#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ledger/layer.hpp"
#include "ledger/world/lease.hpp"

/// What the parts of the first layer share: the row of a key, and what it says to whoever asks again. Not for other layers.
namespace payonce::idempotency_key {

inline constexpr Layer me = Layer::idempotency_key;

struct Known {
  std::int64_t fp_alg = 0;
  Fingerprint fingerprint{};
  std::string state;
  std::int64_t fence = 0;
  std::int64_t tries = 0;
  Lease lease;
  std::optional<std::string> outcome;
  std::int64_t http_status = 0;
  std::optional<std::string> answer;
  std::int64_t answer_until_ns = 0;
};

[[nodiscard]] std::optional<Known> find(View& view, const KeyHash& key);
Verdict refuse(Passage& pay, Outcome outcome, std::string_view reason);
Verdict in_progress(Passage& pay, const Lease& lease);
/// Another request than the one this key stands for: answers.
Verdict compare(Passage& pay, const Known& known);
/// The answer of a key that has one: as it was told, or that it is told no more.
Verdict replay(View& view, Passage& pay, Known& known);
/// Somebody holds it who may be alive, or nobody may go on with it.
[[nodiscard]] bool held(const Passage& pay, const Known& known);

}  // namespace payonce::idempotency_key
