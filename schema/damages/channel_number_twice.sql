-- The constraint gone, the payment that came last has the channel's number of the first.
PRAGMA writable_schema = ON;
DELETE FROM sqlite_schema WHERE name = 'sqlite_autoindex_attempt_3';
UPDATE sqlite_schema
SET sql = replace(sql, 'CONSTRAINT attempt_channel_txn_is_unique UNIQUE (channel, channel_txn),', '')
WHERE name = 'attempt';
PRAGMA writable_schema = RESET;
UPDATE attempt
SET channel_txn = (SELECT channel_txn FROM attempt WHERE status = 'succeeded' ORDER BY attempt_id LIMIT 1)
WHERE attempt_id = (SELECT max(attempt_id) FROM attempt WHERE status = 'succeeded');
