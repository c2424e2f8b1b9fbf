-- The index gone, the last payment takes the business key of the first.
DROP INDEX voucher_business_key_is_unique;
UPDATE voucher
SET business_key = (SELECT business_key FROM voucher WHERE kind = 'pay' ORDER BY voucher_id LIMIT 1)
WHERE voucher_id = (SELECT max(voucher_id) FROM voucher WHERE kind = 'pay');
