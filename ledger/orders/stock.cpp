#include "ledger/orders/stock.hpp"

#include "ledger/values/invariant.hpp"
#include "schema/queries/stock.hpp"

namespace payonce::orders {
namespace {

Stock stock_of(const Row& row) {
  return {.id = row.integer(0),
          .sku = std::string(row.text(1)),
          .on_hand = row.integer(2),
          .reserved = row.integer(3),
          .version = row.integer(4)};
}

Movement movement_of(const Row& row) {
  return {.kind = std::string(row.text(0)),
          .business_key = std::string(row.text(1)),
          .quantity = row.integer(2),
          .on_hand_after = row.integer(3),
          .asked = std::string(row.text(4)),
          .at_ns = row.integer(5)};
}

}  // namespace

std::optional<Stock> find_stock(View& view, std::string_view sku) {
  std::optional<Stock> found;
  (void)view.one(sql::stock::find{.sku = sku}, [&](const Row& row) { found = stock_of(row); });
  return found;
}

std::vector<Stock> list_stock(View& view, std::string_view after, std::int64_t at_most) {
  std::vector<Stock> found;
  view.each(sql::stock::list{.after = after, .at_most = at_most},
            [&](const Row& row) { found.push_back(stock_of(row)); });
  return found;
}

bool add_stock(Tx& tx, const Sku& sku, std::int64_t now_ns) {
  if (find_stock(tx, sku.text())) return false;
  return tx.change(sql::stock::insert{.sku = sku.text(), .now_ns = now_ns}) == 1;
}

std::optional<Movement> find_movement(View& view, std::string_view business_key) {
  std::optional<Movement> found;
  (void)view.one(sql::stock::find_movement{.business_key = business_key},
                 [&](const Row& row) { found = movement_of(row); });
  return found;
}

std::vector<Movement> movements_of(View& view, const Stock& stock, std::int64_t at_most) {
  std::vector<Movement> found;
  view.each(sql::stock::movements{.stock_id = stock.id, .at_most = at_most},
            [&](const Row& row) { found.push_back(movement_of(row)); });
  return found;
}

void move_stock(Tx& tx, const Stock& stock, const Movement& movement, std::int64_t now_ns) {
  const std::int64_t moved = tx.change(sql::stock::move{.kind = movement.kind,
                                                        .business_key = movement.business_key,
                                                        .quantity = movement.quantity,
                                                        .asked = movement.asked,
                                                        .now_ns = now_ns,
                                                        .stock_id = stock.id});
  invariant(moved == 1, "a stock that was found in this transaction can be moved");
}

}  // namespace payonce::orders
