#pragma once

#include <string>
#include <vector>

#include "app/context.hpp"
#include "app/record.hpp"
#include "ledger/orders/history.hpp"

namespace payonce {

/// The life of one order, to be drawn or written: oldest first.
/// "created ─▶ paying ─▶ paid": the order's own way, on one line.
[[nodiscard]] std::string track_of(const std::vector<orders::LifeStep>& life);
/// A row a step: time, machine, from and to, cause, evidence, voucher; `whole` with what the evidence said.
[[nodiscard]] std::vector<Record> rows_of(const std::vector<orders::LifeStep>& life, bool whole);
/// The heading, the track and the table, for people.
[[nodiscard]] std::string timeline_text(const Context& context, const std::vector<orders::LifeStep>& life);

}  // namespace payonce
