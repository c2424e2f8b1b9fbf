-- One line of the last payment says that its account stood one higher on both sides.
UPDATE entry SET debits_after = debits_after + 1, credits_after = credits_after + 1
WHERE entry_id = (SELECT min(entry_id) FROM entry
                  WHERE voucher_id = (SELECT max(voucher_id) FROM voucher WHERE kind = 'pay'));
