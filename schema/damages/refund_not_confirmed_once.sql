-- A refund that was refused succeeded all the same, and nothing was booked.
UPDATE refund SET status = 'succeeded', channel_txn = 'x1' WHERE status = 'failed';
