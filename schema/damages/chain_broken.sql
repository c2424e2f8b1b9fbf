-- The last payment carries another hash than that of the voucher before it.
UPDATE voucher SET previous_hash = zeroblob(32)
WHERE voucher_id = (SELECT max(voucher_id) FROM voucher WHERE kind = 'pay');
