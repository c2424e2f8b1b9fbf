-- One line of the last payment is of nothing, and on neither side.
UPDATE entry SET amount = 0, side = 'left'
WHERE entry_id = (SELECT min(entry_id) FROM entry
                  WHERE voucher_id = (SELECT max(voucher_id) FROM voucher WHERE kind = 'pay'));
