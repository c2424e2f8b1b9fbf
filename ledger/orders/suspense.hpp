#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/store/store.hpp"
#include "ledger/values/money.hpp"

namespace payonce::orders {

/// open → identified; open → to_return → returned, where it is a customer's (legal_step).
enum class SuspenseStatus { open, identified, to_return, returned };
[[nodiscard]] std::string_view name(SuspenseStatus status);

/// Money at a channel that belongs to nobody we know, or a charge of which we have no record.
struct Suspense {
  std::int64_t id = 0;
  std::string channel;
  std::string reference;  // the channel's own
  bool in = true;
  Money amount;
  SuspenseStatus status = SuspenseStatus::open;
  std::int64_t booked_at_ns = 0;
};

/// Nothing, one, or two where the channel is not given and two channels use one name.
[[nodiscard]] std::vector<Suspense> find_suspense(View& view, std::optional<std::string_view> channel,
                                                  std::string_view reference);
/// Whether a channel's number is that of a payment, a capture or a refund of ours that is booked.
[[nodiscard]] bool moved_for_us(View& view, std::string_view channel, std::string_view number);
[[nodiscard]] std::vector<Suspense> open_suspense(View& view);
void insert_suspense(Tx& tx, const Suspense& item, std::int64_t now_ns);
/// False where it does not stand there any more.
[[nodiscard]] bool step(Tx& tx, const Suspense& item, SuspenseStatus to, std::int64_t now_ns);

}  // namespace payonce::orders
