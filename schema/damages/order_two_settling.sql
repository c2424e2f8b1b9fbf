-- The index gone, a declined attempt becomes a second one that settles a paid order.
DROP INDEX attempt_one_settles;
UPDATE attempt
SET order_id = (SELECT order_id FROM attempt WHERE status = 'succeeded' ORDER BY attempt_id LIMIT 1),
    n = 2, status = 'succeeded', role = 'settles', channel_txn = 'x1'
WHERE attempt_id = (SELECT max(attempt_id) FROM attempt WHERE status = 'failed');
