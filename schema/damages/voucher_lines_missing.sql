-- The last payment says that it has one line more than it has.
UPDATE voucher SET line_count = line_count + 1
WHERE voucher_id = (SELECT max(voucher_id) FROM voucher WHERE kind = 'pay');
