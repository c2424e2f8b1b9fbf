#include "ledger/orders/order.hpp"

#include <array>

#include "ledger/orders/stored.hpp"
#include "schema/queries/orders.hpp"

namespace payonce::orders {
namespace {

constexpr std::array statuses = {OrderStatus::created, OrderStatus::paying,    OrderStatus::closing,
                                 OrderStatus::paid,    OrderStatus::fulfilled, OrderStatus::cancelled,
                                 OrderStatus::expired, OrderStatus::refunded};
constexpr std::array closings = {ClosingFor::cancel, ClosingFor::expiry};

Order order_of(const Row& row) {
  return Order{.id = row.integer(0),
               .number = std::string(row.text(1)),
               .buyer_id = row.integer(2),
               .payee_id = row.integer(3),
               .due = stored_money(row.integer(5), row.text(4)),
               .captured_minor = row.integer(6),
               .refund_reserved_minor = row.integer(7),
               .refunded_minor = row.integer(8),
               .status = stored_word(row.text(9), statuses),
               .settled_by = row.maybe_integer(10),
               .version = row.integer(11),
               .created_at_ns = row.integer(12),
               .changed_at_ns = row.integer(13),
               .tax_minor = row.integer(14),
               .charged_back_minor = row.integer(15),
               .closing_for = row.is_null(16) ? std::nullopt : std::optional(stored_word(row.text(16), closings)),
               .expires_at_ns = row.maybe_integer(17),
               .sale = row.maybe_integer(18).value_or(0) != 0};
}

}  // namespace

std::string_view name(OrderStatus status) {
  switch (status) {
    case OrderStatus::created: return "created";
    case OrderStatus::paying: return "paying";
    case OrderStatus::closing: return "closing";
    case OrderStatus::paid: return "paid";
    case OrderStatus::fulfilled: return "fulfilled";
    case OrderStatus::cancelled: return "cancelled";
    case OrderStatus::expired: return "expired";
    case OrderStatus::refunded: return "refunded";
  }
  return "";
}

std::string_view name(ClosingFor closing) { return closing == ClosingFor::cancel ? "cancel" : "expiry"; }

std::optional<Order> find_order(View& view, std::string_view number) {
  std::optional<Order> found;
  (void)view.one(sql::orders::find{.order_no = number}, [&](const Row& row) { found = order_of(row); });
  return found;
}

std::optional<Order> find_order(View& view, std::int64_t id) {
  std::optional<Order> found;
  (void)view.one(sql::orders::find_by_id{.order_id = id}, [&](const Row& row) { found = order_of(row); });
  return found;
}

std::vector<Order> list_orders(View& view, std::int64_t after_id, std::int64_t at_most) {
  std::vector<Order> found;
  view.each(sql::orders::list{.after = after_id, .at_most = at_most},
            [&](const Row& row) { found.push_back(order_of(row)); });
  return found;
}

std::vector<std::int64_t> orders_to_expire(View& view, std::int64_t now_ns) {
  std::vector<std::int64_t> found;
  view.each(sql::orders::to_expire{.now_ns = now_ns}, [&](const Row& row) { found.push_back(row.integer(0)); });
  return found;
}

std::set<std::int64_t> orders_closing_for_expiry(View& view) {
  std::set<std::int64_t> found;
  view.each(sql::orders::closing_for_expiry{}, [&](const Row& row) { found.insert(row.integer(0)); });
  return found;
}

std::optional<std::string> settling_voucher(View& view, const Order& order) {
  std::optional<std::string> number;
  if (!order.settled_by) return number;
  (void)view.one(sql::orders::voucher_number_of{.voucher_id = *order.settled_by},
                 [&](const Row& row) { number = std::string(row.text(0)); });
  return number;
}

std::int64_t insert_order(Tx& tx, const OrderId& number, const Terms& terms, std::int64_t now_ns) {
  (void)tx.change(sql::orders::insert{.order_no = number.text(),
                                      .buyer_id = terms.buyer_id,
                                      .payee_id = terms.payee_id,
                                      .currency = terms.due.currency().code(),
                                      .amount_due = terms.due.minor(),
                                      .tax = terms.tax_minor,
                                      .expires_at_ns = terms.expires_at_ns,
                                      .now_ns = now_ns});
  return tx.last_id();
}

}  // namespace payonce::orders
