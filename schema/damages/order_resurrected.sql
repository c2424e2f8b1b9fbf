-- An open order was cancelled before it was made.
INSERT INTO tombstone
SELECT order_no, 2, 1 FROM orders WHERE order_id = (SELECT max(order_id) FROM orders WHERE status = 'created');
