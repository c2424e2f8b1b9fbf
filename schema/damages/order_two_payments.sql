-- The last transfer becomes a second payment of the order paid last.
UPDATE voucher
SET kind = 'pay', order_id = (SELECT order_id FROM voucher WHERE kind = 'pay' ORDER BY voucher_id DESC LIMIT 1),
    business_key = (SELECT business_key FROM voucher WHERE kind = 'pay' ORDER BY voucher_id DESC LIMIT 1) || 'b'
WHERE voucher_id = (SELECT max(voucher_id) FROM voucher WHERE kind = 'transfer');
