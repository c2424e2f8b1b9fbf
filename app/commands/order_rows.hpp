#pragma once

#include <vector>

#include "app/record.hpp"
#include "ledger/orders/order.hpp"

namespace payonce {

/// For whom an order is written: a row among others, lines of its own, or the members of a JSON object.
enum class Shape { row, lines, members };
/// The order itself.
[[nodiscard]] Record order_record(View& view, const orders::Order& order, Shape shape);
/// What belongs to it, a row each.
[[nodiscard]] std::vector<Record> attempt_records(View& view, const orders::Order& order);
[[nodiscard]] std::vector<Record> operation_records(View& view, const orders::Order& order);
[[nodiscard]] std::vector<Record> refund_records(View& view, const orders::Order& order);
[[nodiscard]] std::vector<Record> dispute_records(View& view, const orders::Order& order);
/// All of it as members of the object that is open: the order, what belongs to it, and its life.
void write_order(JsonWriter& json, View& view, const orders::Order& order);
void write_rows(JsonWriter& json, std::string_view name, const std::vector<Record>& rows);

}  // namespace payonce
