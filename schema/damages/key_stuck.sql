-- The lease of a key whose work is not done has run out long ago.
UPDATE idempotency_key SET state = 'in_progress', lease_until_ns = 5 WHERE state = 'unknown';
