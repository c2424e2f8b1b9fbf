-- One line of the last payment changes its side.
UPDATE entry SET side = 'credit'
WHERE entry_id = (SELECT min(entry_id) FROM entry
                  WHERE voucher_id = (SELECT max(voucher_id) FROM voucher WHERE kind = 'pay'));
