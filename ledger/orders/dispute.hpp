#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/store/store.hpp"
#include "ledger/values/money.hpp"

namespace payonce::orders {

/// opened → won, lost or withdrawn; lost → won where it is turned over later (legal_step; ledger.md 2.4).
enum class DisputeStatus { opened, won, lost, withdrawn };
[[nodiscard]] std::string_view name(DisputeStatus status);
[[nodiscard]] std::optional<DisputeStatus> dispute_status_named(std::string_view name);

/// A buyer's bank has taken the money back, and the channel withholds it and a fee until it is decided.
struct Dispute {
  std::int64_t id = 0;
  std::int64_t order_id = 0;
  std::int64_t attempt_id = 0;
  std::string channel;
  std::string reference;  // the channel's own; one dispute each
  Money amount;
  Money fee;
  std::int64_t excess_minor = 0;  // beyond what was captured: banks do that
  DisputeStatus status = DisputeStatus::opened;
  std::int64_t opened_at_ns = 0;
  std::int64_t changed_at_ns = 0;
};

/// Nothing, one, or two where the channel is not given and two channels use one name.
[[nodiscard]] std::vector<Dispute> find_disputes(View& view, std::optional<std::string_view> channel,
                                                 std::string_view reference);
[[nodiscard]] std::vector<Dispute> disputes_of(View& view, std::int64_t order_id);
/// Newest first.
[[nodiscard]] std::vector<Dispute> list_disputes(View& view, std::int64_t at_most);
/// Writes it, as opened; gives its id. What the order was charged back follows by a rule of the schema.
std::int64_t insert_dispute(Tx& tx, const Dispute& dispute, std::int64_t now_ns);
/// False where it does not stand there any more.
[[nodiscard]] bool step(Tx& tx, const Dispute& dispute, DisputeStatus to, std::int64_t now_ns);

}  // namespace payonce::orders
