-- An order whose payment is unknown is cancelled.
UPDATE orders SET status = 'cancelled'
WHERE order_id = (SELECT max(order_id) FROM attempt WHERE status = 'unknown');
