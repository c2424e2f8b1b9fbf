-- A shipped order says it gave back one more.
UPDATE orders SET refunded = refunded + 1
WHERE order_id = (SELECT max(order_id) FROM orders WHERE status = 'fulfilled');
