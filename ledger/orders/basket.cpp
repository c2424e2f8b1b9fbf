#include "ledger/orders/basket.hpp"

#include <charconv>

#include "ledger/values/invariant.hpp"
#include "schema/queries/stock.hpp"

namespace payonce::orders {
namespace {

Fault fault(std::string en, std::string zh) { return {"line", {std::move(en), std::move(zh)}}; }

std::int64_t discount_of(const Picked& picked) {
  std::int64_t sum = 0;
  for (const Picked::Line& line : picked.lines) sum += line.discount.minor();
  return sum;
}

}  // namespace

Result<Item> parse_item(std::string_view field, std::string_view text, const std::optional<Currency>& bare) {
  const std::size_t first = text.find(':');
  const std::size_t second = first == std::string_view::npos ? first : text.find(':', first + 1);
  if (second == std::string_view::npos) {
    return Fault{std::string(field), {"is written SKU:QUANTITY:PRICE", "须写作 SKU:数量:单价"}};
  }
  const auto sku = Sku::parse(field, text.substr(0, first));
  if (!sku) return sku.error();
  const std::string_view digits = text.substr(first + 1, second - first - 1);
  std::int64_t quantity = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), quantity);
  const bool plain = error == std::errc{} && end == digits.data() + digits.size() && digits.front() != '0';
  if (!plain || quantity < 1 || quantity > most_in_a_line) {
    return Fault{std::string(field),
                 {"the quantity is a whole number from 1 to 1000000", "数量须为 1 到 1000000 的整数"}};
  }
  const std::string_view price = text.substr(second + 1);
  const bool named = price.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ ") != std::string_view::npos;
  const auto money = bare && !named ? Money::parse(field, price, *bare) : Money::parse(field, price);
  if (!money) return money.error();
  if (money->minor() < 0) return Fault{std::string(field), {"a price is not negative", "单价不能为负"}};
  return Item{.sku = *sku, .quantity = quantity, .unit_price = *money};
}

Result<Money> total(const Basket& basket) {
  if (basket.items.empty()) return fault("is missing: an order is of something", "缺失：订单须有内容");
  if (basket.items.size() > 1000) return fault("an order has at most 1000 lines", "一个订单最多 1000 行");
  Money sum(0, basket.items.front().unit_price.currency());
  for (const Item& item : basket.items) {
    if (item.quantity < 1 || item.quantity > most_in_a_line) {
      return fault("a quantity is from 1 to 1000000", "数量须为 1 到 1000000");
    }
    if (item.unit_price.minor() < 0) return fault("a price is not negative", "单价不能为负");
    if (item.unit_price.minor() > amount_cap_minor / item.quantity) {
      return fault("comes to more than an amount may be", "金额超出上限");
    }
    const auto more = add("line", sum, {item.unit_price.minor() * item.quantity, item.unit_price.currency()});
    if (!more) return more.error();
    if (more->minor() > amount_cap_minor) return fault("comes to more than an amount may be", "金额超出上限");
    sum = *more;
  }
  if (sum.minor() < 1) return fault("an order is of more than nothing", "订单金额须大于零");
  return sum;
}

std::vector<OrderLine> lines_of(View& view, const Order& order) {
  std::vector<OrderLine> lines;
  const Currency currency = order.due.currency();
  view.each(sql::stock::lines{.order_id = order.id}, [&](const Row& row) {
    lines.push_back({.line = row.integer(0),
                     .stock_id = row.integer(1),
                     .sku = std::string(row.text(2)),
                     .quantity = row.integer(3),
                     .unit_price = {row.integer(4), currency},
                     .discount = {row.integer(5), currency},
                     .amount = {row.integer(6), currency},
                     .reservation = row.maybe_text(7),
                     .shipped = row.integer(8),
                     .returned = row.integer(9),
                     .withheld = row.integer(10),
                     .gone = row.integer(11)});
  });
  return lines;
}

std::int64_t insert_lines(Tx& tx, const Picked& picked) {
  std::int64_t order_id = 0;
  (void)tx.one(sql::stock::next_order_id{}, [&](const Row& row) { order_id = row.integer(0); });
  std::int64_t n = 0;
  for (const Picked::Line& line : picked.lines) {
    (void)tx.change(sql::stock::insert_line{.order_id = order_id,
                                            .line = ++n,
                                            .stock_id = line.stock_id,
                                            .quantity = line.quantity,
                                            .unit_price = line.unit_price.minor(),
                                            .discount = line.discount.minor(),
                                            .amount = line.amount.minor()});
  }
  return order_id;
}

bool reserve(Tx& tx, std::int64_t order_id, std::int64_t line, const Picked::Line& picked, std::int64_t now_ns) {
  return tx.change(sql::stock::reserve{.order_id = order_id,
                                       .line = line,
                                       .quantity = picked.quantity,
                                       .now_ns = now_ns,
                                       .stock_id = picked.stock_id}) == 1;
}

void reserve_without_condition(Tx& tx, std::int64_t order_id, std::int64_t line, const Picked::Line& picked,
                               std::int64_t now_ns) {
  (void)tx.change(sql::stock::reserve_without_condition{
      .order_id = order_id, .line = line, .stock_id = picked.stock_id, .quantity = picked.quantity, .now_ns = now_ns});
}

bool use_coupon(Tx& tx, std::int64_t order_id, std::int64_t buyer_id, const Picked& picked, std::int64_t now_ns) {
  return tx.change(sql::stock::use_coupon{.buyer_id = buyer_id,
                                          .order_id = order_id,
                                          .discount = discount_of(picked),
                                          .now_ns = now_ns,
                                          .coupon_id = picked.coupon->id}) == 1;
}

void use_coupon_without_condition(Tx& tx, std::int64_t order_id, std::int64_t buyer_id, const Picked& picked,
                                  std::int64_t now_ns) {
  (void)tx.change(sql::stock::use_coupon_without_condition{.coupon_id = picked.coupon->id,
                                                           .buyer_id = buyer_id,
                                                           .order_id = order_id,
                                                           .discount = discount_of(picked),
                                                           .now_ns = now_ns});
}

}  // namespace payonce::orders
