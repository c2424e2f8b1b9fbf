-- An order that nobody disputes was charged back.
UPDATE orders SET charged_back = 1
WHERE order_id = (SELECT min(order_id) FROM orders WHERE status = 'paid');
