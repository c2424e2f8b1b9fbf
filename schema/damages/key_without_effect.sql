-- The key of the last payment was told of a voucher that does not stand.
UPDATE idempotency_key SET answer = replace(answer, 'PAY-', 'PAX-')
WHERE key_id = (SELECT max(key_id) FROM idempotency_key WHERE state = 'done');
