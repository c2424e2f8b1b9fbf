-- A shipped order has reserved money for a refund that is not there.
UPDATE orders SET refund_reserved = 1
WHERE order_id = (SELECT max(order_id) FROM orders WHERE status = 'fulfilled');
