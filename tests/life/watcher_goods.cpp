#include "tests/life/inside.hpp"

// What a shop has in its house, and what it was told.
namespace payonce::life {

void Watcher::look_at_goods(Sight& sight) {
  inside_->ask("SELECT sku, on_hand, reserved FROM stock").each([&](const Question& row) {
    sight.goods[row.text(0)] = {.on_hand = row.number(1), .reserved = row.number(2)};
  });
  inside_->ask("SELECT code, used FROM coupon").each([&](const Question& row) {
    sight.coupons[row.text(0)] = row.number(1);
  });
  inside_
      ->ask(
          "SELECT order_no, sku, l.quantity, r.status, "
          "(SELECT coalesce(sum(quantity), 0) FROM shipment p WHERE p.order_id = l.order_id AND p.line = l.line), "
          "(SELECT coalesce(sum(quantity), 0) FROM stock_movement m "
          "WHERE m.order_id = l.order_id AND m.line = l.line AND kind = 'return'), "
          "(SELECT coalesce(sum(withheld), 0) FROM stock_movement m WHERE m.order_id = l.order_id AND m.line = l.line) "
          "FROM order_line l JOIN orders o USING (order_id) JOIN stock s USING (stock_id) "
          "LEFT JOIN reservation r ON r.order_id = l.order_id AND r.line = l.line ORDER BY l.order_id, l.line")
      .each([&](const Question& row) {
        sight.lines[row.text(0)].push_back({.sku = row.text(1),
                                            .quantity = row.number(2),
                                            .reservation = row.text(3),
                                            .shipped = row.number(4),
                                            .returned = row.number(5),
                                            .withheld = row.number(6)});
      });
}

void Watcher::look_at_messages(Sight& sight) {
  inside_->ask("SELECT subject, action, version, outcome FROM consumed WHERE consumer = 'orders'")
      .each(
          [&](const Question& row) { sight.marks[meaning_of(row.text(0), row.text(1), row.number(2))] = row.text(3); });
  inside_
      ->ask(
          "SELECT held_id, subject, version, CAST(content AS TEXT), state = 'parked' FROM held "
          "WHERE state IN ('early', 'parked') ORDER BY held_id")
      .each([&](const Question& row) {
        Sight::Held held{.number = row.number(0), .body = row.text(3), .parked = row.number(4) != 0};
        if (!row.text(1).empty()) {
          // {"event":"order.paid", … "data":{…}}
          constexpr std::string_view begins = "{\"event\":\"";
          const std::string& whole = held.body;
          const std::string event = whole.substr(begins.size(), whole.find('"', begins.size()) - begins.size());
          held.meaning = meaning_of(row.text(1), event, row.number(2));
          const std::size_t data = whole.find("\"data\":") + 7;
          held.body = whole.substr(data, whole.size() - 1 - data);
        }
        sight.held.push_back(std::move(held));
      });
}

}  // namespace payonce::life
