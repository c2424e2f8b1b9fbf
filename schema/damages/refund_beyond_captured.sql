-- An order that gave back everything is called paid.
UPDATE orders SET status = 'paid'
WHERE order_id = (SELECT max(order_id) FROM orders WHERE status = 'refunded');
