-- The order paid last is cancelled, and its payment stays.
UPDATE orders SET status = 'cancelled', settled_by = NULL
WHERE settled_by = (SELECT max(voucher_id) FROM voucher WHERE kind = 'pay');
