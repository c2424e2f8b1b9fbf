-- One line of the last payment forgets the line before it on its account.
UPDATE entry SET previous_entry_id = NULL
WHERE entry_id = (SELECT min(entry_id) FROM entry
                  WHERE voucher_id = (SELECT max(voucher_id) FROM voucher WHERE kind = 'pay'));
