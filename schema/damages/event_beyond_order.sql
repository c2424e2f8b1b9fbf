-- The outbox tells of a version of an open order that it never had.
UPDATE event SET version = 99
WHERE action = 'order.created' AND order_id = (SELECT max(order_id) FROM orders WHERE status = 'created');
