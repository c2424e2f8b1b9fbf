-- An open order has a buyer who is not there.
UPDATE orders SET buyer_id = 9000
WHERE order_id = (SELECT max(order_id) FROM orders WHERE status = 'created');
