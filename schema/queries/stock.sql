-- name: find
-- By its SKU.
SELECT stock_id, sku, on_hand, reserved, version FROM stock WHERE sku = :sku;

-- name: list
-- By name.
SELECT stock_id, sku, on_hand, reserved, version FROM stock WHERE sku > :after ORDER BY sku LIMIT :at_most;

-- name: insert
-- Begins empty. The SKU is looked up first, inside the same IMMEDIATE transaction.
INSERT INTO stock (sku, created_at_ns, changed_at_ns) VALUES (:sku, :now_ns, :now_ns);

-- name: find_movement
-- By its business key: a repeat of it is told from a new wish.
SELECT kind, business_key, quantity, on_hand_after, asked, at_ns FROM stock_movement WHERE business_key = :business_key;

-- name: movements
-- What changed a stock, newest first.
SELECT kind, business_key, quantity, on_hand_after, asked, at_ns FROM stock_movement
WHERE stock_id = :stock_id ORDER BY movement_id DESC LIMIT :at_most;

-- name: move
-- Receives or adjusts; the stock follows by trigger.
INSERT INTO stock_movement (stock_id, kind, business_key, quantity, on_hand_after, asked, at_ns)
SELECT stock_id, :kind, :business_key, :quantity, on_hand + :quantity, :asked, :now_ns FROM stock WHERE stock_id = :stock_id;

-- name: take_back
-- Goods of an order's line come back: a new movement, never an un-consume. `withheld` of them had never been shipped.
INSERT INTO stock_movement (stock_id, kind, business_key, quantity, on_hand_after, asked, order_id, line, withheld, at_ns)
SELECT stock_id, 'return', :business_key, :quantity, on_hand + :quantity, :asked, :order_id, :line, :withheld, :now_ns
FROM stock WHERE stock_id = :stock_id;

-- name: reserve
-- Promises what is there and not promised yet: the look and the deed are one statement, judged by its row count. The stock
-- follows by trigger.
INSERT INTO reservation (order_id, line, stock_id, quantity, changed_at_ns)
SELECT :order_id, :line, stock_id, :quantity, :now_ns FROM stock
WHERE stock_id = :stock_id AND on_hand - reserved >= :quantity;

-- name: reserve_without_condition
-- The laboratory's naive stock: what was seen a while ago is believed.
INSERT INTO reservation (order_id, line, stock_id, quantity, changed_at_ns)
VALUES (:order_id, :line, :stock_id, :quantity, :now_ns);

-- name: next_order_id
-- Lines are written before their order and name it. Orders are kept for ever, so the next number is known.
SELECT coalesce(max(order_id), 0) + 1 FROM orders;

-- name: insert_line
-- Frozen from here on; the order that follows is due what its lines come to.
INSERT INTO order_line (order_id, line, stock_id, quantity, unit_price, discount, amount)
VALUES (:order_id, :line, :stock_id, :quantity, :unit_price, :discount, :amount);

-- name: lines
-- An order's lines, with what became of them.
SELECT l.line, l.stock_id, s.sku, l.quantity, l.unit_price, l.discount, l.amount, r.status,
  (SELECT coalesce(sum(g.quantity), 0) FROM shipment g WHERE g.order_id = l.order_id AND g.line = l.line),
  (SELECT coalesce(sum(m.quantity), 0) FROM stock_movement m
   WHERE m.order_id = l.order_id AND m.line = l.line AND m.kind = 'return'),
  (SELECT coalesce(sum(m.withheld), 0) FROM stock_movement m WHERE m.order_id = l.order_id AND m.line = l.line),
  (SELECT coalesce(-sum(m.quantity), 0) FROM stock_movement m WHERE m.order_id = l.order_id AND m.line = l.line)
FROM order_line l JOIN stock s USING (stock_id) LEFT JOIN reservation r ON r.order_id = l.order_id AND r.line = l.line
WHERE l.order_id = :order_id ORDER BY l.line;

-- name: find_shipment
-- By its business key: a repeat is told from a new wish.
SELECT order_id, line, quantity FROM shipment WHERE business_key = :business_key;

-- name: ship
-- Part of an order leaves; the last part is the order's own step.
INSERT INTO shipment (order_id, line, quantity, business_key, at_ns)
VALUES (:order_id, :line, :quantity, :business_key, :now_ns);

-- name: find_coupon
-- By its code.
SELECT coupon_id, code, currency, amount, percent, usage_limit, used, version FROM coupon WHERE code = :code;

-- name: list_coupons
-- By code.
SELECT coupon_id, code, currency, amount, percent, usage_limit, used, version FROM coupon
WHERE code > :after ORDER BY code LIMIT :at_most;

-- name: insert_coupon
-- Begins unused. The code is looked up first, inside the same IMMEDIATE transaction.
INSERT INTO coupon (code, currency, amount, percent, usage_limit, created_at_ns, changed_at_ns)
VALUES (:code, :currency, :amount, :percent, :usage_limit, :now_ns, :now_ns);

-- name: coupon_used_by
-- Whether this buyer has it in use already.
SELECT 1 FROM coupon_use WHERE coupon_id = :coupon_id AND buyer_id = :buyer_id AND status = 'used';

-- name: coupon_of_order
-- The coupon an order was made with.
SELECT c.code, u.discount, u.status FROM coupon_use u JOIN coupon c USING (coupon_id) WHERE u.order_id = :order_id;

-- name: use_coupon
-- Uses what is left: the look and the deed are one statement, judged by its row count. Once a buyer is a unique index; the
-- count follows by trigger.
INSERT INTO coupon_use (coupon_id, buyer_id, order_id, discount, changed_at_ns)
SELECT coupon_id, :buyer_id, :order_id, :discount, :now_ns FROM coupon
WHERE coupon_id = :coupon_id AND used < usage_limit;

-- name: use_coupon_without_condition
-- The laboratory's naive coupon: what was seen a while ago is believed.
INSERT INTO coupon_use (coupon_id, buyer_id, order_id, discount, changed_at_ns)
VALUES (:coupon_id, :buyer_id, :order_id, :discount, :now_ns);
