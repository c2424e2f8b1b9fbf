-- A message says that an open order was paid: it was marked as applied, and nobody did the work.
INSERT INTO message (consumer, sender_id, subject, action, version, fingerprint, told, heard_at_ns)
SELECT 'orders', 'lost', order_no, 'order.paid', 2, zeroblob(16), 'applied', 1 FROM orders
WHERE order_id = (SELECT max(order_id) FROM orders WHERE status = 'created');
INSERT INTO consumed
SELECT consumer, subject, action, version, fingerprint, told, NULL, 1 FROM message WHERE sender_id = 'lost';
