-- The order paid last names a transfer as its payment.
UPDATE orders
SET settled_by = (SELECT max(voucher_id) FROM voucher WHERE kind = 'transfer')
WHERE settled_by = (SELECT max(voucher_id) FROM voucher WHERE kind = 'pay');
