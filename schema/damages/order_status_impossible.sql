-- An open order says it has been changed six times.
UPDATE orders SET version = 7
WHERE order_id = (SELECT max(order_id) FROM orders WHERE status = 'created');
