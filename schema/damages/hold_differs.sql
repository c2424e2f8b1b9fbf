-- The lines of the last hold change their sides.
UPDATE entry SET side = iif(side = 'debit', 'credit', 'debit')
WHERE voucher_id = (SELECT max(voucher_id) FROM voucher WHERE kind = 'authorise');
