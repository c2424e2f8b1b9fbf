#pragma once

#include <optional>
#include <vector>

#include "scenarios/player/audit.hpp"
#include "scenarios/player/response.hpp"
#include "scenarios/player/wrong.hpp"
#include "scenarios/script/story.hpp"

namespace payonce::player {

/// Whether a step came to what its line says; where not, what differs.
[[nodiscard]] std::optional<Wrong> judge(const script::Step& step, const Response& response);
/// The same for the answers of many processes, of which a line says how many there are of each.
[[nodiscard]] std::optional<Wrong> judge(const script::Step& step, const std::vector<Response>& responses);
/// The same for a reconciliation: exactly the codes that the line names, each found at least once, and no other.
[[nodiscard]] std::optional<Wrong> judge(const script::Step& step, const std::vector<Found>& found);

/// "order_two_payments o1 (vouchers=2); …", at most a few of them.
[[nodiscard]] std::string spelled(const std::vector<Found>& found);

}  // namespace payonce::player
