-- The key of the last payment is gone.
DELETE FROM idempotency_key
WHERE key_id = (SELECT max(key_id) FROM idempotency_key WHERE state = 'done');
