#pragma once

#include "ledger/values/request.hpp"
#include "ledger/values/result.hpp"
#include "scenarios/script/story.hpp"

namespace payonce::player {

/// Whether a step books something beside payments (fee, reserve, payout, suspense, dispute, exchange, reverse, goods-back).
[[nodiscard]] bool is_booking(script::Verb verb);
/// The request of such a step, its tenant and key given. An amount without a currency is in the scenario's.
[[nodiscard]] Result<Request> booking_of(const script::Step& step, Request begun, const Currency& currency);

}  // namespace payonce::player
