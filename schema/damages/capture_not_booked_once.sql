-- The payment by the last capture forgets which capture it is of.
UPDATE voucher SET operation_id = NULL
WHERE voucher_id = (SELECT max(voucher_id) FROM voucher WHERE kind = 'pay' AND operation_id IS NOT NULL);
