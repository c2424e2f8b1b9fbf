-- The last transfer becomes a gift, which nobody knows.
UPDATE voucher SET kind = 'gift'
WHERE voucher_id = (SELECT max(voucher_id) FROM voucher WHERE kind = 'transfer');
