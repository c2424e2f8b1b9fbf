#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "ledger/digest/digest.hpp"
#include "ledger/journal/draft.hpp"

namespace payonce::journal {

/// One line as it is stored: with where its account stands behind it.
struct SealedLine {
  std::int64_t account_id;
  std::string_view currency;
  std::string_view side;
  std::int64_t amount;
  std::int64_t account_version;
  std::int64_t debits_after;
  std::int64_t credits_after;
};

/// The head of a voucher as it is stored.
struct SealedHead {
  std::int64_t voucher_id;
  std::string_view kind;
  std::string_view series;
  std::int64_t seq;
  std::string_view business_key;
  std::optional<std::int64_t> order_id;
  std::optional<std::int64_t> attempt_id;
  std::optional<std::int64_t> refund_id;
  std::string_view business_date;
  std::int64_t recorded_at_ns;
  std::optional<std::string_view> reason;
  std::optional<std::int64_t> operation_id = std::nullopt;  // from here on only in version 2
  std::optional<std::int64_t> dispute_id = std::nullopt;
  std::optional<std::int64_t> reverses = std::nullopt;
  std::optional<std::string_view> actor = std::nullopt;
};

/// What new vouchers are sealed with. Version 1 knew nothing behind the reason; its vouchers stay as they are.
inline constexpr std::int64_t seal_version = 2;

/// SHA-256 over a version tag, the hash before, then every stored field length-prefixed in this fixed order, then the lines in
/// line order (ledger.md 1.3). No separators, no JSON, no floats: nothing can be moved from one field into another.
[[nodiscard]] Digest seal(const Digest& previous, const SealedHead& head, std::span<const SealedLine> lines,
                          std::int64_t version = seal_version);

}  // namespace payonce::journal
