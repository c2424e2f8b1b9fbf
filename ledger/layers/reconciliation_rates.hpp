#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/store/store.hpp"

/// What was agreed with a channel about its fees, and at which rate its settlements in another currency are booked
/// (reconciliation.md 1.2). A rate counts for lines of its day and later that are compared after it was set; of several the latest.
namespace payonce::reconciliation {

/// What a movement costs: millionths of its amount and so many minor units.
struct FeeRate {
  std::string channel;
  std::string movement;  // "sale", "refund"
  std::string currency;
  std::string since;  // a day
  std::int64_t millionths = 0;
  std::int64_t fixed = 0;
  std::string actor;
};
void set_fee_rate(Tx& tx, const FeeRate& rate, std::int64_t now_ns);
/// By movement and currency, the latest first.
[[nodiscard]] std::vector<FeeRate> fee_rates(View& view, std::string_view channel);
/// What the channel should take of an amount, to the nearest minor unit; of money it gives back, what it should give back of its
/// fee. What it costs us is positive.
[[nodiscard]] std::int64_t agreed_fee(const FeeRate& rate, std::int64_t gross);

/// What one unit of a currency is in the one it is settled in.
struct FxRate {
  std::string channel;
  std::string currency;
  std::string settled;
  std::string since;      // a day
  std::int64_t nano = 0;  // 10^-9
  std::string actor;
};
void set_fx_rate(Tx& tx, const FxRate& rate, std::int64_t now_ns);
/// By both currencies, the latest first.
[[nodiscard]] std::vector<FxRate> fx_rates(View& view, std::string_view channel);
/// An amount in the currency it is settled in, to the nearest minor unit; at most amount_cap_minor.
[[nodiscard]] std::int64_t booked_value(const FxRate& rate, std::int64_t minor);

}  // namespace payonce::reconciliation
