#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/orders/coupon.hpp"
#include "ledger/orders/order.hpp"
#include "ledger/orders/stock.hpp"

namespace payonce::orders {

/// One line as it is asked for.
struct Item {
  Sku sku;
  std::int64_t quantity = 1;  // 1…most_in_a_line
  Money unit_price;
};

/// What an order is made of: at least one line, all in one currency.
struct Basket {
  std::vector<Item> items;
  std::optional<CouponCode> coupon = std::nullopt;
};

/// "tea:2:CNY 15.00": SKU, quantity, price of one. Where `bare` is given, a price may be a number alone, in that currency.
[[nodiscard]] Result<Item> parse_item(std::string_view field, std::string_view text,
                                      const std::optional<Currency>& bare = std::nullopt);

/// The whole before any discount. Refuses (field "line") an empty basket, a quantity or price out of range, two currencies, and
/// more than an amount may be.
[[nodiscard]] Result<Money> total(const Basket& basket);

/// A basket that fits what is there: which stock each line takes, and what it costs.
struct Picked {
  struct Line {
    std::int64_t stock_id = 0;
    std::int64_t quantity = 0;
    Money unit_price;
    Money discount;
    Money amount;
  };
  std::vector<Line> lines;
  Money due;
  std::optional<Coupon> coupon = std::nullopt;
};

/// One line as it stands, and what became of it.
struct OrderLine {
  std::int64_t line = 0;  // 1…n
  std::int64_t stock_id = 0;
  std::string sku;
  std::int64_t quantity = 0;
  Money unit_price;
  Money discount;
  Money amount;
  std::optional<std::string> reservation;  // held, consumed, released, expired; none where nothing was reserved
  std::int64_t shipped = 0;
  std::int64_t returned = 0;
  std::int64_t withheld = 0;  // returned without having been shipped
  std::int64_t gone = 0;      // left the stock and did not come back

  [[nodiscard]] std::int64_t left_to_ship() const { return quantity - shipped - withheld; }
};

/// By number; none for an order that was made without lines.
[[nodiscard]] std::vector<OrderLine> lines_of(View& view, const Order& order);
/// The lines, before their order: the file takes them in no other turn. Gives the number the order will have.
std::int64_t insert_lines(Tx& tx, const Picked& picked);

/// Promises one line's goods: one conditional statement. False: not that many are left.
[[nodiscard]] bool reserve(Tx& tx, std::int64_t order_id, std::int64_t line, const Picked::Line& picked,
                           std::int64_t now_ns);
/// The laboratory's naive twin: no condition.
void reserve_without_condition(Tx& tx, std::int64_t order_id, std::int64_t line, const Picked::Line& picked,
                               std::int64_t now_ns);
/// Uses the coupon once more: one conditional statement. False: its limit is reached.
[[nodiscard]] bool use_coupon(Tx& tx, std::int64_t order_id, std::int64_t buyer_id, const Picked& picked,
                              std::int64_t now_ns);
/// The laboratory's naive twin: no condition.
void use_coupon_without_condition(Tx& tx, std::int64_t order_id, std::int64_t buyer_id, const Picked& picked,
                                  std::int64_t now_ns);

}  // namespace payonce::orders
