-- The balance of the account that was credited last has one more on both sides.
UPDATE balance SET credits = credits + 1, debits = debits + 1
WHERE account_id = (SELECT account_id FROM entry ORDER BY entry_id DESC LIMIT 1);
