#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/store/store.hpp"
#include "ledger/values/ids.hpp"
#include "ledger/values/money.hpp"

namespace payonce::orders {

/// Ranks only rise (ledger.md 2.1); the legal steps are rows of legal_step and held by a trigger.
enum class OrderStatus { created, paying, closing, paid, fulfilled, cancelled, expired, refunded };
/// Why an order is closing: its success, should it come first, is given back after a cancel and honoured after an expiry.
enum class ClosingFor { cancel, expiry };
[[nodiscard]] std::string_view name(OrderStatus status);
[[nodiscard]] std::string_view name(ClosingFor closing);

struct Order {
  std::int64_t id = 0;
  std::string number;
  std::int64_t buyer_id = 0;
  std::int64_t payee_id = 0;
  Money due;
  std::int64_t captured_minor = 0;
  std::int64_t refund_reserved_minor = 0;
  std::int64_t refunded_minor = 0;
  OrderStatus status = OrderStatus::created;
  std::optional<std::int64_t> settled_by;  // the voucher
  std::int64_t version = 1;
  std::int64_t created_at_ns = 0;
  std::int64_t changed_at_ns = 0;
  std::int64_t tax_minor = 0;           // of what is due
  std::int64_t charged_back_minor = 0;  // by disputes that are open or lost
  std::optional<ClosingFor> closing_for = std::nullopt;
  std::optional<std::int64_t> expires_at_ns = std::nullopt;  // wall clock
  /// Our own sale: its payee is an income account, and revenue is known when it is shipped. Else the payee is a wallet, credited
  /// when the money comes.
  bool sale = false;

  /// paid, fulfilled or refunded: the order's money has come.
  [[nodiscard]] bool settled() const { return settled_by.has_value(); }
  /// What was given back or promised to be: where the next refund begins.
  [[nodiscard]] Money given_back() const { return {refund_reserved_minor + refunded_minor, due.currency()}; }
  /// What may still be given back.
  [[nodiscard]] Money refundable() const {
    return {captured_minor - refund_reserved_minor - refunded_minor, due.currency()};
  }
};

[[nodiscard]] std::optional<Order> find_order(View& view, std::string_view number);
[[nodiscard]] std::optional<Order> find_order(View& view, std::int64_t id);
/// Orders in the order they were made, behind the given id.
[[nodiscard]] std::vector<Order> list_orders(View& view, std::int64_t after_id, std::int64_t at_most);
/// Orders whose time is over and that nothing has ended or begun to close.
[[nodiscard]] std::vector<std::int64_t> orders_to_expire(View& view, std::int64_t now_ns);
/// Orders whose time is over and whose end waits for evidence from outside.
[[nodiscard]] std::set<std::int64_t> orders_closing_for_expiry(View& view);
/// The number of the voucher that settled it, where it is settled.
[[nodiscard]] std::optional<std::string> settling_voucher(View& view, const Order& order);
/// What an order is made with.
struct Terms {
  std::int64_t buyer_id = 0;
  std::int64_t payee_id = 0;
  Money due;
  std::int64_t tax_minor = 0;
  std::optional<std::int64_t> expires_at_ns = std::nullopt;
};
/// Writes it, as created; gives its id.
std::int64_t insert_order(Tx& tx, const OrderId& number, const Terms& terms, std::int64_t now_ns);

}  // namespace payonce::orders
