#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/store/store.hpp"
#include "ledger/values/money.hpp"

namespace payonce::orders {

/// announced → arrived, or returned (legal_step).
enum class PayoutStatus { announced, arrived, returned };
[[nodiscard]] std::string_view name(PayoutStatus status);

/// What a channel owes us, on its way to the bank. A negative payout is what it collects from us.
struct Payout {
  std::int64_t id = 0;
  std::string channel;
  std::string reference;  // the channel's own
  bool to_us = true;
  Money amount;  // always more than zero
  PayoutStatus status = PayoutStatus::announced;
  std::int64_t announced_at_ns = 0;
};

[[nodiscard]] std::optional<Payout> find_payout(View& view, std::string_view channel, std::string_view reference);
[[nodiscard]] std::vector<Payout> open_payouts(View& view);
void insert_payout(Tx& tx, const Payout& payout, std::int64_t now_ns);
/// False where it does not stand there any more.
[[nodiscard]] bool step(Tx& tx, const Payout& payout, PayoutStatus to, std::int64_t now_ns);

}  // namespace payonce::orders
