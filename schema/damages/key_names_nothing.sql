-- The key of a charge names a payment outside that is not there.
UPDATE idempotency_key SET attempt_id = 9000
WHERE key_id = (SELECT min(key_id) FROM idempotency_key WHERE attempt_id IS NOT NULL);
